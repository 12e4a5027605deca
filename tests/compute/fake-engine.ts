import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Answer = (request: IncomingMessage, response: ServerResponse) => void
/** `GET /containers/json` and the like, without version and query; the first that fits answers. */
export type FakeEngineRoutes = [pattern: RegExp, answer: Answer | { status: number; body: unknown }][]

/** Every list asks for the marks of arriving disks, which are volumes. */
const noVolumes: FakeEngineRoutes[number] = [/^GET \/volumes$/, { status: 200, body: { Volumes: [] } }]

export interface FakeEngine {
  socket_path: string
  /** What was asked, in order. */
  asked: string[]
  close(): Promise<void>
}

/** Something at a unix socket that answers as an engine in trouble would. */
export async function startFakeEngine(routes: FakeEngineRoutes): Promise<FakeEngine> {
  const folder = await mkdtemp(join(tmpdir(), 'zhisuan-engine-'))
  const socketPath = join(folder, 'engine.sock')
  const asked: string[] = []
  const server = createServer((request, response) => {
    const line = `${request.method} ${(request.url ?? '').replace(/\?.*/, '')}`
    asked.push(line)
    request.resume()
    const answer = [...routes, noVolumes].find(([pattern]) => pattern.test(line))?.[1] ?? {
      status: 404,
      body: { message: `no route ${line}` },
    }
    if (typeof answer === 'function') answer(request, response)
    else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
  }).listen(socketPath)
  await once(server, 'listening')
  return {
    socket_path: socketPath,
    asked,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export const fakeEngineInfo = { Name: 'fake', NCPU: 8, MemTotal: 16 * 2 ** 30, Runtimes: {} }

/** Makes an engine whose host answers the probe with `said`. */
export const buildFakeProbe = (said: string): FakeEngineRoutes => [
  [/^GET \/containers\/zhisuan-probe/, { status: 404, body: { message: 'No such container' } }],
  [/^GET \/images\/json/, { status: 200, body: [{ RepoTags: ['busybox:1'] }] }],
  [/^POST \/containers\/create/, { status: 201, body: { Id: 'probe' } }],
  [/^POST \/containers\/probe\/start/, { status: 204, body: {} }],
  [/^POST \/containers\/probe\/exec/, { status: 201, body: { Id: 'ask' } }],
  [
    /^POST \/exec\/ask\/start/,
    ({ socket }) => {
      const told = Buffer.from(`${said}\n#zhisuan end\n`)
      const head = Buffer.from([1, 0, 0, 0, 0, 0, 0, 0])
      head.writeUInt32BE(told.length, 4)
      socket.write('HTTP/1.1 101 UPGRADED\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n\r\n')
      socket.end(Buffer.concat([head, told]))
    },
  ],
]

interface FakeContainer {
  id: string
  generation?: number
  name?: string
  state?: Record<string, unknown>
  labels?: Record<string, string>
}

/** A container as the engine lists and inspects it, running unless told. */
export function buildFakeContainer({ id, generation = 1, name = `/zhisuan.${id}.g${generation}`, state, labels }: FakeContainer) {
  const Labels = {
    'zhisuan.installation': 'zhisuan',
    'zhisuan.id': id,
    'zhisuan.generation': String(generation),
    'zhisuan.cpu': '1',
    'zhisuan.memory_mb': '64',
    'zhisuan.gpus': '',
    ...labels,
  }
  const State = {
    Status: 'running',
    Running: true,
    Paused: false,
    Restarting: false,
    OOMKilled: false,
    ExitCode: 0,
    Error: '',
    StartedAt: '2026-11-21T08:00:00Z',
    ...state,
  }
  return {
    summary: { Id: id, Names: [name], State: State.Status, Labels },
    inspected: { Id: id, Name: name, State, Config: { Labels, Env: [] }, Image: 'sha256:0' },
  }
}
