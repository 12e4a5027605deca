import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdtemp, rm, symlink } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { bridgeExitCodes, bridgeOpenedByte, buildBridgeCommand } from '#server/adapters/compute.shared/bridge-script.ts'

const usualPlaces: Record<string, string[]> = {
  busybox: ['/usr/bin/busybox', '/bin/busybox'],
  python3: ['/usr/bin/python3', '/usr/local/bin/python3'],
  perl: ['/usr/bin/perl'],
  bash: ['/usr/bin/bash', '/bin/bash'],
}

async function placeOf(tool: string): Promise<string | undefined> {
  for (const place of usualPlaces[tool] ?? []) {
    if (
      await access(place).then(
        () => true,
        () => false,
      )
    )
      return place
  }
  return undefined
}

/** The bridge in a shell that finds one tool only, as an image might have it. */
async function bridgeWith(tool: string | undefined, port: number, own = '127.0.0.1') {
  const folder = await mkdtemp(join(tmpdir(), 'zhisuan-bridge-'))
  const place = tool && (await placeOf(tool))
  if (place) await symlink(place, join(folder, tool === 'busybox' ? 'nc' : tool))
  if (tool === 'bash') await symlink('/bin/cat', join(folder, 'cat')) // as every image with bash
  const [, ...args] = buildBridgeCommand(port, own)
  const child = spawn('/bin/sh', args, { env: { PATH: folder }, stdio: ['pipe', 'pipe', 'inherit'] })
  const exited = once(child, 'exit').then(async ([code]) => {
    await rm(folder, { recursive: true })
    return code as number | null
  })
  return { child, exited }
}

describe.runIf(process.platform === 'linux')('docker: the bridge inside a container', () => {
  let server: Server
  const listen = async (host: string) => {
    server = createServer({ allowHalfOpen: true }, (socket) => socket.on('error', () => undefined).pipe(socket)).listen(0, host)
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  afterEach(() => server?.close())

  it.each(['busybox', 'python3', 'perl'])(
    'echoes to the last byte through %s, and passes on the end of our side',
    async (tool) => {
      if (!(await placeOf(tool))) return
      const { child, exited } = await bridgeWith(tool, await listen('127.0.0.1'))
      const sent = Buffer.alloc(200_000, 'x')
      child.stdin.end(sent)
      const heard = await buffer(child.stdout)
      expect(heard[0]).toBe(bridgeOpenedByte)
      expect(heard.subarray(1).equals(sent)).toBe(true)
      await exited
    },
  )

  it('ends with the connection through bash, which cannot end one side alone', async () => {
    const port = await listen('127.0.0.1')
    server.once('connection', (socket) => setTimeout(() => socket.destroySoon(), 200))
    const { child, exited } = await bridgeWith('bash', port)
    child.stdin.write('hello')
    expect((await buffer(child.stdout)).subarray(1).toString()).toBe('hello')
    await exited
  })

  it.each(['0.0.0.0', '::', '::1'])('finds a program that listens on %s', async (host) => {
    if (
      host.includes(':') &&
      !Object.values(networkInterfaces())
        .flat()
        .some((face) => face?.family === 'IPv6')
    )
      return
    const { child } = await bridgeWith('python3', await listen(host))
    child.stdin.end('hello')
    expect((await buffer(child.stdout)).subarray(1).toString()).toBe('hello')
  })

  it('says that nothing listens, or that it has nothing to connect with, before it says anything else', async () => {
    const port = await listen('127.0.0.1')
    const toolless = await bridgeWith(undefined, port)
    expect(await toolless.exited).toBe(bridgeExitCodes.no_tool)
    expect((await buffer(toolless.child.stdout)).length).toBe(0)
    server.close()
    await once(server, 'close')
    const closed = await bridgeWith('busybox', port)
    expect(await closed.exited).toBe(bridgeExitCodes.closed)
    expect((await buffer(closed.child.stdout)).length).toBe(0)
  })
})
