/** The API's documentation as a page: Swagger UI from its package, on the service's own document. */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import express, { type Router } from 'express';
import { ok } from './statuses.ts';

const assets = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Interlock API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css"></head>
<body><main id="ui"></main>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script></body>
</html>`;

const start = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#ui', deepLinking: true });`;

export const docs = (): Router => {
  const router = express.Router();
  router.get('/', (_request, response) => {
    response.status(ok).type('html').send(page);
  });
  router.get('/start.js', (_request, response) => {
    response.status(ok).type('js').send(start);
  });
  router.use(express.static(assets, { index: false, redirect: false }));
  return router;
};
