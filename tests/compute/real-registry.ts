import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import type Docker from 'dockerode'
import { freePort } from '../../scripts/throwaway-postgres.ts'

const program = '/usr/bin/docker-registry'
const login = { username: 'zhisuan', password: 'registry-pässword' }
/** The password above, as the registry reads it. */
const hashed = '$2b$04$w7EAtq/m15KdNmoLwxjxiOBqlivW6tcUlQ.iazHTsvaLcuW8klBbi'
const startTries = 100

export interface RealRegistry {
  url: URL
  login: typeof login
  /** The names of an image's tags that it has. */
  listTags(repository: string): Promise<string[]>
  /** Brings an image of an engine there, under the name `target` below the registry's host. */
  push(docker: Docker, image: string, target: string): Promise<void>
  close(): Promise<void>
}

/** Debian's docker-registry at an address of this machine, closed by a password; images may be removed unless it `removes` none. */
export async function startRealRegistry(address = '127.0.0.1', { removes = true } = {}): Promise<RealRegistry> {
  const folder = await mkdtemp(join(tmpdir(), 'zhisuan-registry-'))
  const port = await freePort()
  await writeFile(join(folder, 'htpasswd'), `${login.username}:${hashed}\n`)
  const config = {
    version: '0.1',
    storage: { filesystem: { rootdirectory: join(folder, 'data') }, delete: { enabled: removes } },
    auth: { htpasswd: { realm: 'tests', path: join(folder, 'htpasswd') } },
    http: { addr: `${address}:${port}` },
  }
  await writeFile(join(folder, 'config.yml'), JSON.stringify(config))
  const child = spawn(program, ['serve', join(folder, 'config.yml')], { stdio: 'ignore' })
  const url = new URL(`http://${address}:${port}/team`)
  const authorization = `Basic ${Buffer.from(`${login.username}:${login.password}`).toString('base64')}`
  const ask = (path: string) => fetch(new URL(path, url), { headers: { authorization } })
  await waitUntilUp(child, () => ask('/v2/'))
  return {
    url,
    login,
    listTags: async (repository) => {
      const answer = await ask(`/v2/${repository}/tags/list`)
      const { tags } = (await answer.json()) as { tags?: string[] | null }
      return tags ?? []
    },
    push: async (docker, image, target) => {
      const [repo = '', tag = 'latest'] = target.split(':')
      const name = `${url.host}/${repo}`
      await docker.getImage(image).tag({ repo: name, tag })
      const sent = await docker.getImage(name).push({ tag, authconfig: { ...login, serveraddress: url.host } })
      for await (const _ of sent as AsyncIterable<Buffer>);
      await docker.getImage(`${name}:${tag}`).remove()
    },
    close: async () => {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function waitUntilUp(child: ChildProcess, ask: () => Promise<Response>): Promise<void> {
  for (let left = startTries; ; left -= 1) {
    const answer = await ask().catch(() => undefined)
    if (answer?.ok) return
    if (left === 0 || child.exitCode !== null) throw new Error(`the registry did not start: ${answer?.status}`)
    await after(100)
  }
}
