import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import Docker from 'dockerode'
import { labelKeys } from '#server/adapters/compute.docker/names.ts'
import { plainDeployment } from '#tests/support/plain-deployment.ts'
import { selfSignedCertificate } from '#tests/support/self-signed.ts'
import { findPostgres } from '../../scripts/throwaway-postgres.ts'
import { buildPlatformImage, platformImage } from './images.ts'

const run = promisify(execFile)
/** Beside an engine: the client that builds, Compose, and the programs that stand for the images of deploy/compose.yaml. */
const programs = [
  '/usr/bin/docker',
  '/usr/bin/docker-compose',
  '/usr/bin/docker-registry',
  '/usr/bin/prometheus',
  '/usr/sbin/nginx',
]
const siteHost = 'hook.test'
const files = ['deploy/compose.yaml', 'tests/deploy/compose.debian.yaml']

/** Says in one line why the platform cannot be composed here; undefined if it can. */
export function findComposeObstacle(): string | undefined {
  const missing = programs.filter((program) => !existsSync(program))
  if (!existsSync('dist/pages')) missing.push('dist (npm run build)')
  if (!findPostgres()) missing.push('PostgreSQL')
  return missing.length > 0 ? `not here: ${missing.join(', ')}` : undefined
}

/** The platform by deploy/compose.yaml on the engine at `socketPath`, with images of this machine's Debian packages. */
export class ComposedPlatform {
  readonly origin = `https://${siteHost}`
  readonly docker: Docker
  readonly #dir: string
  readonly #env: NodeJS.ProcessEnv

  private constructor(dir: string, socketPath: string) {
    this.docker = new Docker({ socketPath })
    this.#dir = dir
    this.#env = {
      ...process.env,
      DOCKER_HOST: `unix://${socketPath}`,
      ENV_FILE: join(dir, '.env'),
      PLATFORM: resolve('.'),
      TESTS: resolve('tests/deploy'),
      NODE: process.execPath,
      POSTGRES_BINARIES: findPostgres(),
    }
  }

  /** Everything up to `docker compose up`, by the steps of docs/operating/install.md. */
  static async prepare(socketPath: string, settings: Record<string, string>): Promise<ComposedPlatform> {
    const dir = await mkdtemp(join(tmpdir(), 'zhisuan-compose-'))
    const platform = new ComposedPlatform(dir, socketPath)
    await buildPlatformImage(platform.docker, socketPath)
    await run('sh', ['deploy/new-env.sh', siteHost, 'links.test'], { env: { ...platform.#env, DOCKER_SOCKET: socketPath } })
    const tls = join(dir, 'tls')
    await mkdir(tls)
    await writeFile(join(tls, 'fullchain.pem'), selfSignedCertificate.cert)
    await writeFile(join(tls, 'privkey.pem'), selfSignedCertificate.key)
    const { NODE_ENV: _, COMPUTE: __, ...plain } = plainDeployment
    const said = {
      ...plain,
      ...settings,
      ZHISUAN_IMAGE: platformImage,
      TLS_DIR: tls,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    }
    await appendFile(
      join(dir, '.env'),
      Object.entries(said)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
    )
    return platform
  }

  #composeCommand(): string[] {
    return ['docker-compose', '--env-file', join(this.#dir, '.env'), ...files.flatMap((file) => ['-f', resolve(file)])]
  }

  /** `docker compose …`: what it printed. */
  async compose(...args: string[]): Promise<string> {
    const [program = '', ...options] = this.#composeCommand()
    const { stdout } = await run(program, [...options, ...args], { env: this.#env, maxBuffer: 2 ** 24 })
    return stdout
  }

  /** The containers of all nodes. */
  async nodes(): Promise<Docker.Container[]> {
    return (await Promise.all(['api', 'worker', 'gateway'].map((service) => this.containers(service)))).flat()
  }

  /** Gives the platform's image another id, as a new version has. */
  async changeImage(): Promise<void> {
    const [node] = await this.containers('worker')
    await run('docker', ['commit', '--change', 'LABEL version=next', node!.id, platformImage], { env: this.#env })
  }

  /** `sh deploy/roll.sh`. */
  async roll(): Promise<void> {
    await run('sh', ['deploy/roll.sh'], { env: { ...this.#env, COMPOSE: this.#composeCommand().join(' ') } })
  }

  /** The containers of a service, or of all. */
  async containers(service?: string): Promise<Docker.Container[]> {
    const label = ['com.docker.compose.project=zhisuan', ...(service ? [`com.docker.compose.service=${service}`] : [])]
    const found = await this.docker.listContainers({ all: true, filters: { label } })
    return found.map(({ Id }) => this.docker.getContainer(Id))
  }

  /** Containers of customers that run. */
  async countRunningInstances(): Promise<number> {
    const labelled = await this.docker.listContainers({ filters: { label: [labelKeys.id] } })
    return labelled.filter(({ Labels }) => Labels[labelKeys.id] !== '').length // those that look at the host have it empty
  }

  /** The address of a service's first container, which this network namespace reaches. */
  async address(service: string): Promise<string> {
    const [container] = await this.containers(service)
    const { NetworkSettings } = await container!.inspect()
    return Object.values(NetworkSettings.Networks)[0]!.IPAddress
  }

  /** Through the proxy, trusting its certificate. `host` asks for another site. */
  fetch = async (url: string, init: RequestInit = {}, host = siteHost): Promise<Response> => {
    const wanted = new Request(url, init)
    const body = Buffer.from(await wanted.arrayBuffer())
    return new Promise((answer, reject) => {
      const { pathname, search } = new URL(url)
      const sent = request(
        {
          host: '127.0.0.1',
          servername: host,
          ca: selfSignedCertificate.cert,
          method: wanted.method,
          path: `${pathname}${search}`,
          headers: { ...Object.fromEntries(wanted.headers), host, 'content-length': body.length },
          agent: false,
        },
        async (response) => {
          const answered = await buffer(response)
          const headers = Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
            values.map((one): [string, string] => [name, one]),
          )
          answer(new Response(answered.length > 0 ? new Uint8Array(answered) : null, { status: response.statusCode!, headers }))
        },
      )
      sent.on('error', reject)
      sent.end(body)
    })
  }

  async end(): Promise<void> {
    await this.compose('down', '-v', '-t', '30')
    await rm(this.#dir, { recursive: true, force: true })
  }
}
