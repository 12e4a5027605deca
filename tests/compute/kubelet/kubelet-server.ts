import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { setTimeout as after } from 'node:timers/promises'
import type Docker from 'dockerode'
import { type WebSocket, WebSocketServer } from 'ws'
import { FrameReader } from '#server/adapters/compute.docker/frames.ts'
import { channelProtocols, describeExit, joinChannels, type StreamOptions } from './channel-socket.ts'
import type { PodLife } from './pod-life.ts'
import type { ContainerRecord } from './pod-status.ts'
import { forwardPorts } from './port-forward.ts'

/** What a request asks of a pod: `/exec/{namespace}/{pod}/{container}` and the like. */
interface Asked {
  act: string
  life: PodLife
  one: ContainerRecord
  query: URLSearchParams
}

const exitPolls = 100
const exitPollMs = 20

class Refusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** What the API server asks of a kubelet, for all nodes of this process; whoever has no certificate of the cluster is not let in. */
export class KubeletServer {
  readonly #docker: Docker
  readonly #find: (namespace: string, name: string) => PodLife | undefined
  readonly #server: Server
  readonly #sockets = new WebSocketServer({
    noServer: true,
    handleProtocols: (offered) => channelProtocols.find((protocol) => offered.has(protocol)) ?? false,
  })

  constructor(folder: string, docker: Docker, find: (namespace: string, name: string) => PodLife | undefined) {
    this.#docker = docker
    this.#find = find
    const [cert, key, ca] = ['server.crt', 'server.key', 'ca.crt'].map((name) => readFileSync(join(folder, name)))
    this.#server = createServer({ cert, key, ca, requestCert: true, rejectUnauthorized: true })
    this.#server.on('request', (request, response) => void this.#answer(request, response))
    this.#server.on('upgrade', (request, socket, head) => void this.#upgrade(request, socket, head))
  }

  async listen(): Promise<number> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return (this.#server.address() as AddressInfo).port
  }

  close(): void {
    for (const socket of this.#sockets.clients) socket.terminate()
    this.#server.close()
    this.#server.closeAllConnections()
  }

  /** Finds what is asked for; whoever asks for something of a silent node is cut off. */
  #read(request: IncomingMessage, socket: Duplex): Asked | undefined {
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'https://kubelet')
    const [, act = '', namespace = '', name = '', container] = pathname.split('/')
    const life = this.#find(namespace, name)
    if (!life) throw new Refusal(404, `pod does not exist: ${namespace}/${name}`)
    if (life.node.isSilent) {
      socket.destroy()
      return undefined
    }
    const all = [...life.record.init, ...life.record.main]
    const one = container ? all.find((candidate) => candidate.container.name === container) : life.record.main[0]
    if (!one) throw new Refusal(404, `container not found ("${container}")`)
    return { act, life, one, query }
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const asked = this.#read(request, request.socket)
      if (!asked) return
      if (asked.act !== 'containerLogs') throw new Refusal(400, 'the stand-in kubelet speaks WebSocket here, not SPDY')
      await this.#sendLogs(asked, response)
    } catch (error) {
      if (response.headersSent) response.destroy()
      else response.writeHead(error instanceof Refusal ? error.status : 500).end((error as Error).message)
    }
  }

  async #sendLogs({ life, one, query }: Asked, response: ServerResponse): Promise<void> {
    const { name } = one.container
    if (!one.id) throw new Refusal(400, `container "${name}" in pod "${life.pod.metadata.name}" is waiting to start`)
    const since = query.has('sinceSeconds')
      ? Date.now() / 1_000 - Number(query.get('sinceSeconds'))
      : Date.parse(query.get('sinceTime') ?? '1970-01-01T00:00:00Z') / 1_000
    const options = {
      stdout: true,
      stderr: true,
      timestamps: query.get('timestamps') === 'true',
      since: Math.floor(since),
      ...(query.has('tailLines') && { tail: Number(query.get('tailLines')) }),
    }
    const container = this.#docker.getContainer(one.id)
    const frames = new FrameReader()
    const unframe = (bytes: Buffer) => (one.container.tty ? [{ bytes }] : frames.push(bytes))
    if (query.get('follow') !== 'true') {
      const whole = await container.logs({ ...options, follow: false })
      response.writeHead(200, { 'content-type': 'text/plain' })
      response.end(Buffer.concat(unframe(whole).map(({ bytes }) => bytes)))
      return
    }
    const raw = (await container.logs({ ...options, follow: true })) as unknown as Duplex
    response.writeHead(200, { 'content-type': 'text/plain' }).flushHeaders()
    response.on('close', () => raw.destroy())
    response.on('drain', () => raw.resume())
    raw.on('data', (chunk: Buffer) => {
      for (const { bytes } of unframe(chunk)) if (!response.write(bytes)) raw.pause()
    })
    raw.on('error', () => response.destroy())
    raw.on('end', () => response.end())
  }

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => socket.destroy())
    try {
      const asked = this.#read(request, socket)
      if (!asked) return
      if (request.headers.upgrade?.toLowerCase() !== 'websocket')
        throw new Refusal(400, 'the stand-in kubelet does not speak SPDY')
      await this.#serve(asked, request, socket, head)
    } catch (error) {
      const { message } = error as Error
      const status = error instanceof Refusal ? error.status : 500
      socket.end(
        `HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(message)}\r\n\r\n${message}`,
      )
    }
  }

  async #serve({ act, life, one, query }: Asked, request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    if (!one.id || !one.state.running) throw new Refusal(500, `container not found ("${one.container.name}")`)
    const accept = () => new Promise<WebSocket>((resolve) => this.#sockets.handleUpgrade(request, socket, head, resolve))
    if (act === 'portForward') {
      forwardPorts(await accept(), life.record.ip ?? '', query.getAll('port').map(Number))
      return
    }
    const given = { stdin: isSet(query, 'input'), stdout: isSet(query, 'output'), stderr: isSet(query, 'error') }
    const options = { tty: isSet(query, 'tty'), ...given }
    if (act === 'exec') await this.#exec(one.id, query.getAll('command'), options, accept)
    else if (act === 'attach') await this.#attach(one, options, accept)
    else throw new Refusal(404, `the stand-in kubelet has no ${act}`)
  }

  async #exec(id: string, Cmd: string[], options: StreamOptions, accept: () => Promise<WebSocket>): Promise<void> {
    const attached = { AttachStdin: options.stdin, AttachStdout: options.stdout, AttachStderr: options.stderr }
    const exec = await this.#docker.getContainer(id).exec({ Cmd, Tty: options.tty, ...attached })
    const raw = await exec.start({ hijack: true, stdin: true, Tty: options.tty })
    const exit = async () => {
      for (let poll = 0; poll < exitPolls; poll += 1) {
        const { Running, ExitCode } = await exec.inspect()
        if (!Running && ExitCode !== null) return describeExit(ExitCode)
        await after(exitPollMs)
      }
      throw new Error('the engine does not say how the command ended')
    }
    joinChannels(await accept(), raw, options, { resize: (w, h) => exec.resize({ w, h }), exit })
  }

  async #attach({ id, container: { tty = false } }: ContainerRecord, options: StreamOptions, accept: () => Promise<WebSocket>) {
    const container = this.#docker.getContainer(id!)
    const attached = { stdin: options.stdin, stdout: options.stdout, stderr: options.stderr }
    const raw = (await container.attach({ stream: true, hijack: true, ...attached })) as unknown as Duplex
    const exit = async () => describeExit(0)
    joinChannels(await accept(), raw, { ...options, tty }, { resize: (w, h) => container.resize({ w, h }), exit })
  }
}

const isSet = (query: URLSearchParams, name: string): boolean => ['1', 'true'].includes(query.get(name) ?? '')
