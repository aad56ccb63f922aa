/** A client that holds every answer against the service's own OpenAPI document: path, status, shape. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { isJsonObject, type JsonObject } from '../../src/kernel/json.ts';
import { clientOf, type Answer, type Client } from './client.ts';

/** Validates an answer; null if the document allows none such. */
type Check = (method: string, path: string, status: number) => ValidateFunction | 'empty' | null;

const object = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});

const checkOf = (document: JsonObject): Check => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, 'openapi');
  const compiled = new Map<string, ValidateFunction>();
  const templates = Object.keys(object(document['paths'])).map((template) => ({
    template,
    pattern: new RegExp(`^${template.replaceAll(/\{\w+\}/gu, '[^/]+')}$`, 'u'),
  }));
  return (method, path, status) => {
    const found = templates.find(({ pattern }) => pattern.test(path));
    if (found === undefined) return null;
    const operation = object(object(object(document['paths'])[found.template])[method]);
    const response = object(operation['responses'])[String(status)];
    if (!isJsonObject(response)) return null;
    const content = object(response['content']);
    const [media] = Object.keys(content);
    if (media === undefined) return 'empty';
    const steps = [
      'paths',
      found.template,
      method,
      'responses',
      String(status),
      'content',
      media,
      'schema',
    ];
    const pointer = steps
      .map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/');
    const known = compiled.get(pointer) ?? ajv.compile({ $ref: `openapi#/${pointer}` });
    compiled.set(pointer, known);
    return known;
  };
};

/** Paths that the service does not have, and methods they do not take, are outside the document. */
const OUTSIDE = new Set([404, 405]);

export const checkedClientOf = async (
  url: string,
  always: Record<string, string> = {},
): Promise<Client> => {
  const plain = clientOf(url, always);
  const { body: document } = await clientOf(url).get('/openapi.json');
  const check = checkOf(document);
  const checked = (method: string, path: string, answer: Answer): Answer => {
    const [plainPath = ''] = path.split('?');
    const validate = check(method.toLowerCase(), plainPath, answer.status);
    const what = `${method} ${plainPath} ${answer.status}`;
    if (validate === null) {
      if (OUTSIDE.has(answer.status)) return answer;
      throw new Error(`${what} is not in the OpenAPI document: ${JSON.stringify(answer.body)}`);
    }
    if (validate !== 'empty' && !validate(answer.body))
      throw new Error(`${what} is not as documented: ${JSON.stringify(validate.errors)}`);
    return answer;
  };
  return {
    url,
    send: async (path, request) =>
      checked(request.method ?? 'GET', path, await plain.send(path, request)),
    get: async (path, headers) => checked('GET', path, await plain.get(path, headers)),
    post: async (path, body, headers) =>
      checked('POST', path, await plain.post(path, body, headers)),
  };
};
