/** A route with its description: the same list makes the app and its OpenAPI document. */
import type { Request, RequestHandler, Response } from 'express';
import type { ZodType } from 'zod';
import type { JsonObject } from '../kernel/json.ts';

export interface Described {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly says: string;
  readonly schema: ZodType;
  readonly required?: boolean;
}

/** A JSON Schema, or the zod schema it is made from. */
export type Shape = ZodType | JsonObject;

export interface Route {
  readonly method: 'get' | 'post' | 'put';
  /** In OpenAPI's form: `/v1/tasks/{taskId}`. */
  readonly path: string;
  readonly tag: string;
  readonly says: string;
  readonly parameters?: readonly Described[];
  /** Set for a route that reads its body itself, as it comes. */
  readonly takes?: {
    readonly media: string;
    readonly shape: Shape;
    readonly read: RequestHandler[];
  };
  /** Set for a route that takes JSON. */
  readonly body?: Shape;
  /** What a success answers, by status. */
  readonly answers: Readonly<Record<number, Shape | null>>;
  /** The problem codes beside those that any route may answer. */
  readonly problems?: readonly string[];
  /** Open to callers without credentials. */
  readonly open?: boolean;
  /** Another media type than JSON. */
  readonly media?: string;
  /** A media type in which the same is streamed to who asks for it. */
  readonly streams?: string;
  handle(request: Request, response: Response): Promise<void> | void;
}

export const expressPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');
