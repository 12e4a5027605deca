import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import helmet from '@fastify/helmet'
import files from '@fastify/static'
import Fastify from 'fastify'
import { buildContentSecurity } from '#server/http/page-policy.ts'
import { findServerProgram } from '#tests/support/server-program.ts'

const origin = (port: number) => `http://127.0.0.1:${port}`

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** Serves only the web, as any static file server could: with the policy that names the API, and a page for every address. */
async function serveFiles(root: string, port: number, api: string) {
  const web = Fastify()
  await web.register(helmet, { contentSecurityPolicy: buildContentSecurity(api), crossOriginEmbedderPolicy: false })
  await web.register(files, { root })
  web.setNotFoundHandler((_, reply) => reply.sendFile('index.html'))
  await web.listen({ host: '127.0.0.1', port })
  return web
}

async function untilItAnswers(child: ChildProcess, url: string): Promise<void> {
  while (!(await fetch(url).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error('the API has ended')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** A web built for an API on another origin, and that API, which allows the web's origin. */
export async function startTwoOrigins() {
  const root = await mkdtemp(join(tmpdir(), 'zhisuan-two-origins-'))
  const [apiPort, webPort] = [await freePort(), await freePort()]
  const [api, web] = [origin(apiPort), origin(webPort)]
  const child = spawn(process.execPath, findServerProgram(), {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      ...{ NODE_ENV: 'test', DEMO: 'plain', DATA_DIR: join(root, 'data'), PORT: String(apiPort), WEB_ORIGINS: web },
      ...{ DATABASE_URL: '', COMPUTE: 'simulator', SSH_PORT: '0', GATEWAY_PORT: '0' },
    },
  })
  const dist = join(root, 'web')
  await promisify(execFile)(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', '--outDir', dist, '--minify', 'false', '--logLevel', 'error'],
    { env: { ...process.env, NODE_ENV: 'production', VITE_API_HOST: api } },
  )
  const served = await serveFiles(dist, webPort, api)
  await untilItAnswers(child, `${api}/healthz`)
  return {
    api,
    web,
    close: async () => {
      child.kill()
      await Promise.all([child.exitCode === null && once(child, 'exit'), served.close()])
      await rm(root, { recursive: true, force: true })
    },
  }
}
