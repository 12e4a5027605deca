import { toAbsolutePath } from '#server/adapters/compute.simulator/disk/disk-path.ts'
import type { ShellCommand } from '#server/adapters/compute.simulator/shell/shell.ts'

const usage = '用法：serve 端口，或 serve --stop 端口\n'

function parsePort(text: string | undefined): number | undefined {
  const port = /^\d{1,5}$/.test(text ?? '') ? Number(text) : 0
  return port >= 1 && port <= 65_535 ? port : undefined
}

/** `serve 6006` serves the current folder over HTTP until the instance stops; `serve --stop 6006` ends it. */
const serve: ShellCommand = async (args, { cwd, machine }, io) => {
  const stops = args[0] === '--stop'
  const port = parsePort(stops ? args[1] : args[0])
  if (port === undefined || args.length > (stops ? 2 : 1)) {
    await io.err(usage)
    return 2
  }
  const done = stops ? await machine.ports.close(port) : await machine.ports.open(port, toAbsolutePath('/', cwd))
  if (!done) {
    await io.err(stops ? `serve: 端口 ${port} 没有 serve 在监听\n` : `serve: 端口 ${port} 已被占用，或打开的端口过多\n`)
    return 1
  }
  await io.out(
    stops ? `已停止端口 ${port}\n` : `模拟 HTTP 服务：端口 ${port}，目录 ${cwd}，关机后停止；serve --stop ${port} 立即停止\n`,
  )
  return 0
}

const ports: ShellCommand = async (_args, { machine }, io) => {
  const listeners = await machine.ports.list()
  const rows = listeners.map(({ port, program, folder }) => `${String(port).padEnd(8)}${program.padEnd(10)}${folder}\n`)
  await io.out(rows.length > 0 ? `${'端口'.padEnd(6)}${'程序'.padEnd(8)}目录\n${rows.join('')}` : '没有程序在监听端口\n')
  return 0
}

const ss: ShellCommand = async (_args, { machine }, io) => {
  const cells = (state: string, ours: string, theirs: string) => `${state.padEnd(8)}0       4096    ${ours.padEnd(20)}${theirs}\n`
  const rows = (await machine.ports.list()).map(({ port }) => cells('LISTEN', `0.0.0.0:${port}`, '0.0.0.0:*'))
  await io.out(`State   Recv-Q  Send-Q  Local Address:Port  Peer Address:Port\n${rows.join('')}`)
  return 0
}

export const portCommands = { serve, ports, ss, netstat: ss } satisfies Record<string, ShellCommand>
