/**
 * Requests that a browser's fetch would not send: raw paths, odd queries, bodies that are
 * cut off or damaged on the way. The danger: one of them ends the service for all, or is
 * taken for something else than it is.
 */
import { request } from 'node:http';
import { connect } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../support/client.ts';
import { startJob, type JobUnderWay } from './job-under-way.ts';
import type { Handle } from './support.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };

describe('a hostile request', () => {
  let client: Client;
  let job: Handle;
  let expectUntouched: JobUnderWay['expectUntouched'];
  let expectHarmless: JobUnderWay['expectHarmless'];
  beforeAll(async () => {
    ({ client, job, expectUntouched, expectHarmless } = await startJob());
  });

  const raw = (path: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const { port } = new URL(client.url);
      request({ port, host: '127.0.0.1', path }, (response) => {
        let text = '';
        response.on('data', (chunk) => (text += String(chunk)));
        response.on('end', () => {
          const { code } = JSON.parse(text) as { code: string };
          resolve(`${response.statusCode ?? 0} ${code}`);
        });
      })
        .on('error', reject)
        .end();
    });

  it.each([
    ['/v1/tasks/.', '400 INVALID_REQUEST'],
    ['/v1/tasks/..', '400 INVALID_REQUEST'],
    ['/v1/tasks/%2e%2e', '400 INVALID_REQUEST'],
    ['/v1/tasks/%2E/events', '400 INVALID_REQUEST'],
    ['/v1/tasks/a%2Fb', '400 INVALID_REQUEST'],
    ['/v1/tasks/a%01b', '400 INVALID_REQUEST'],
    ['/v1/tasks/a%7F', '400 INVALID_REQUEST'],
    ['/v1/tasks/%C3%A9/state', '400 INVALID_REQUEST'],
    ['/v1/tasks/%ED%A0%80', '400 MALFORMED_URL'],
    ['/v1/tasks/%C0%80', '400 MALFORMED_URL'],
    ['/v1/tasks/%zz/events', '400 MALFORMED_URL'],
    ['/v1/lifecycles/%', '400 MALFORMED_URL'],
    ['/v1/lifecycles/__proto__', '404 LIFECYCLE_UNKNOWN'],
    ['/v1/lifecycles/constructor', '404 LIFECYCLE_UNKNOWN'],
    ['/v1/tasks//events', '404 PATH_UNKNOWN'],
    ['/v1/../v1/tasks', '404 PATH_UNKNOWN'],
    ['/docs/..%2f..%2fpackage.json', '404 PATH_UNKNOWN'],
    ['/docs/../../package.json', '404 PATH_UNKNOWN'],
  ])('for %s is told %s', async (path, expected) => {
    expect(await raw(path)).toBe(expected);
    await expectUntouched();
  });

  it.each([
    '/v1/tasks?limit=1&limit=2',
    '/v1/tasks?after=a&after=b',
    '/v1/tasks?kind=a&kind=b',
    '/v1/tasks?__proto__=1',
    '/v1/tasks?limit=1e1',
    '/v1/tasks?limit=%201',
    '/v1/tasks?limit=',
    '/v1/tasks?limit=1001',
    '/v1/tasks?after=',
    `/v1/tasks?after=${Buffer.from('[1]').toString('base64url')}`,
    `/v1/tasks?after=${Buffer.from('[-1,"x"]').toString('base64url')}`,
    `/v1/tasks?after=${Buffer.from('[1,"x",2]').toString('base64url')}`,
    `/v1/tasks?kind=${'x'.repeat(1025)}`,
    '/v1/alarms?kind=default',
    '/v1/quarantine?limit=0',
  ])('with the query of %s is refused', async (path) => {
    await expectHarmless(await client.get(path), '400 INVALID_REQUEST');
  });

  it.each([
    'events?after=1&after=2',
    'state?at=1&at=1',
    'state?at=-0',
    '?waitFor=final&waitFor=final',
  ])('with the query %s of a task is refused', async (query) => {
    const path = `${job.path}${query.startsWith('?') ? '' : '/'}${query}`;
    await expectHarmless(await client.get(path), '400 INVALID_REQUEST');
  });

  it.each([
    '/v1/tasks?kind=%00',
    '/v1/alarms?deviceId=a%00b',
    '/v1/quarantine?after=%00',
    '/v1/tasks/any/refusals?after=%00',
    `/v1/tasks?after=${Buffer.from(String.raw`[0,"\u0000"]`).toString('base64url')}`,
  ])('with NUL in %s is refused', async (path) => {
    await expectHarmless(await client.get(path), '400 INVALID_REQUEST');
  });

  it.each<[string, Buffer, object]>([
    ['gzip', gzipSync('{}').subarray(0, 12), { 'Content-Encoding': 'gzip' }],
    ['deflate', Buffer.from('not packed'), { 'Content-Encoding': 'deflate' }],
    ['brotli', Buffer.from('not packed'), { 'Content-Encoding': 'br' }],
    ['UTF-16', Buffer.from('\uFEFF{}', 'utf16le'), {}],
    ['overlong UTF-8', Buffer.from([0x22, 0xc0, 0x80, 0x22]), {}],
    ['UTF-8 of half a pair', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), {}],
    ['JSON of Python', Buffer.from('{"payload": NaN}'), {}],
    ['JSON with a comment', Buffer.from('{} // x'), {}],
  ])('whose body is damaged %s is refused', async (_, body, headers) => {
    const sent = { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body };
    await expectHarmless(await client.send('/v1/tasks', sent), '400 MALFORMED_JSON');
  });

  it('is no body that is packed well', async () => {
    const packed = {
      gzip: gzipSync('{}'),
      deflate: deflateSync('{}'),
      br: brotliCompressSync('{}'),
    };
    for (const [encoding, body] of Object.entries(packed)) {
      const headers = { ...JSON_TYPE, 'Content-Encoding': encoding };
      expect((await client.send('/v1/tasks', { method: 'POST', headers, body })).status).toBe(201);
    }
  });

  it.each([
    ['/v1/tasks', { 'If-Match': '"7"' }],
    ['/v1/tasks', { 'If-None-Match': '*' }],
    ['/v1/alarms', { 'If-Unmodified-Since': 'Thu, 01 Jan 2026 00:00:00 GMT' }],
    ['/v1/tasks/any/events', { 'If-Match': '"0"' }],
    ['/v1/tasks/any/events', { 'Idempotency-Key': 'k' }],
    ['/v1/tasks/any/commands', { 'If-None-Match': '"0"' }],
  ])('to write at %s under %j, which is not taken there, does nothing', async (path, headers) => {
    const answer = await client.post(path, { taskId: 'conditional' }, headers);
    await expectHarmless(answer, '400 INVALID_REQUEST');
    expect(answer.at('faults.0.path')).toBe(Object.keys(headers)[0]);
    expect((await client.get('/v1/tasks/conditional')).status).toBe(404);
  });

  it('with fifty thousand unknown fields is told the first of them', async () => {
    const fields = Object.fromEntries(
      Array.from({ length: 50_000 }, (_, index) => [`f${index}`, 0]),
    );
    const answer = await client.post('/v1/tasks', fields);
    await expectHarmless(answer, '400 INVALID_REQUEST');
    expect(answer.body['faults']).toHaveLength(20);
    expect(answer.text('detail')).toMatch(/f0: unknown field; .*; and 49980 more$/u);
  });

  it('that offers HTTP/2 is answered by HTTP/1.1, with or without a body', async () => {
    const offer = {
      Connection: 'Upgrade, HTTP2-Settings',
      Upgrade: 'h2c',
      'HTTP2-Settings': 'AAMAAABk',
    };
    const send = (method: string, body: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { ...JSON_TYPE, ...offer, 'Content-Length': body.length };
        request(`${client.url}/v1/tasks`, { method, headers }, (response) => {
          response.resume().on('end', () => resolve(response.statusCode));
        })
          .on('error', reject)
          .end(body);
      });
    expect(await send('GET', '')).toBe(200);
    expect(await send('POST', '{"taskId":"by-h2c"}')).toBe(201);
    expect((await client.get('/v1/tasks/by-h2c')).status).toBe(200);
  });

  it('that breaks off in its body leaves the service as it was', async () => {
    const { port } = new URL(client.url);
    const head = 'POST /v1/tasks HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
    for (const rest of [
      'Content-Length: 99\r\n\r\n{"ki',
      'Transfer-Encoding: chunked\r\n\r\n5\r\n{"ki',
    ])
      await new Promise<void>((resolve, reject) => {
        const socket = connect(Number(port), '127.0.0.1', () => socket.end(head + rest));
        socket.on('error', reject).on('close', () => resolve());
        socket.resume();
      });
    await expectUntouched();
  });
});
