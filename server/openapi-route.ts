import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { describeEndpoints, openapiPath, writeOpenapi } from '#contract/openapi.ts'
import { loadEndpoints } from '#server/crud-nouns.ts'
import type { Deps } from '#server/deps.ts'
import { getApiOrigin } from '#server/http/pages.ts'
import { version } from '../package.json'

/** Written by the build, as drawing it up would stop a node for two seconds. A run of the sources has none. */
const builtUrl = new URL('./openapi.json', import.meta.url)

const readDescription = async () =>
  existsSync(builtUrl) ? readFile(builtUrl, 'utf8') : JSON.stringify(describeEndpoints(await loadEndpoints()))

/** Serves the API's own description. */
export function openApiRoute(app: FastifyInstance, deps: Deps): void {
  let written: { text: Buffer; etag: string } | undefined
  const write = async () => {
    const head = { title: `${deps.config.brand} API`, version, origin: getApiOrigin(deps) }
    const text = Buffer.from(writeOpenapi(head, await readDescription()))
    return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` }
  }
  app.get(openapiPath, async (request, reply) => {
    written ??= await write()
    reply.header('etag', written.etag).header('cache-control', 'no-cache')
    if (request.headers['if-none-match'] === written.etag) return reply.status(304).send()
    return reply.type('application/json; charset=utf-8').send(written.text)
  })
}
