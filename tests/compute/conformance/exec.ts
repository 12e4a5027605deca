import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import type { ExecSession } from '#server/ports/compute.ts'
import {
  buildTestInstanceSpec,
  type DriverWorld,
  execCommand,
  execShellScript,
  getDriverErrorCode,
  startAndWait,
  stopAndWait,
} from '../world.ts'

const loginShell = ['/bin/sh', '-c', 'if command -v bash >/dev/null 2>&1; then exec bash -l; else exec sh -l; fi']

const patienceMs = 30_000

/** Gathers what a terminal shows; `sees` waits for a text. */
function screenOf({ stream }: ExecSession): { sees: (wanted: RegExp) => Promise<string> } {
  let shown = ''
  const decoder = new TextDecoder()
  stream.on('data', (chunk: Buffer) => {
    shown += decoder.decode(chunk, { stream: true })
  })
  stream.on('error', () => undefined)
  const sees = async (wanted: RegExp) => {
    while (!wanted.test(shown)) await once(stream, 'data', { signal: AbortSignal.timeout(patienceMs) })
    return shown
  }
  return { sees }
}

export function execCases(world: () => DriverWorld): void {
  const ready = async () => {
    const spec = await buildTestInstanceSpec(world(), 'a')
    await startAndWait(world(), spec)
    return spec
  }

  it('gives a command’s output and exit code', async () => {
    const spec = await ready()
    expect(await execShellScript(world(), spec, 'echo 你好; exit 3')).toEqual({ output: '你好\n', code: 3 })
    expect(await execShellScript(world(), spec, 'true')).toEqual({ output: '', code: 0 })
  })

  it('runs a command without a shell, word by word', async () => {
    const spec = await ready()
    expect(await execCommand(world(), spec, ['echo', 'a  b', '$HOME', ';'])).toEqual({ output: 'a  b $HOME ;\n', code: 0 })
  })

  it('gives errors with the output', async () => {
    const { output, code } = await execShellScript(world(), await ready(), 'cat /no/such/file')
    expect(output).not.toBe('')
    expect(code).not.toBe(0)
  })

  it('keeps errors apart from the output when asked to', async () => {
    const spec = await ready()
    const cmd = ['sh', '-c', 'echo 你好; no-such-program; echo on; exit 4']
    const { stream, stderr, exit } = await world().driver.exec(spec, { cmd, apart: true })
    stream.end()
    const [output, errors] = await Promise.all([text(stream), text(stderr!)])
    expect([output, errors.includes('no-such-program'), await exit]).toEqual(['你好\non\n', true, 4])
  })

  it('says 127 or 126 for a program that does not exist', async () => {
    const spec = await ready()
    expect((await execShellScript(world(), spec, 'no-such-program')).code).toBe(127)
    const direct = await execCommand(world(), spec, ['no-such-program']).catch(() => ({ code: 127 }))
    expect([126, 127]).toContain(direct.code)
  })

  it('feeds input and lets the program see its end', async () => {
    const spec = await ready()
    expect(await execCommand(world(), spec, ['cat'], '一行\n二行\n')).toEqual({ output: '一行\n二行\n', code: 0 })
  })

  it('carries 300 kB both ways without loss', async () => {
    const spec = await ready()
    const sent = '0123456789'.repeat(30_000)
    const { output } = await execCommand(world(), spec, ['cat'], sent)
    expect(output === sent).toBe(true)
  })

  it('opens a terminal of the size asked for', async () => {
    const spec = await ready()
    const session = await world().driver.exec(spec, { cmd: loginShell, tty: true, cols: 123, rows: 40 })
    const screen = screenOf(session)
    await screen.sees(/# /)
    session.stream.write('stty size\r')
    await screen.sees(/40 123/)
    session.stream.destroy()
  })

  it('resizes a terminal', async () => {
    const spec = await ready()
    const session = await world().driver.exec(spec, { cmd: ['sh'], tty: true, cols: 80, rows: 24 })
    const screen = screenOf(session)
    await screen.sees(/# /)
    await session.resize(100, 30)
    session.stream.write('stty size\r')
    await screen.sees(/30 100/)
    session.stream.destroy()
  })

  it('echoes what is typed, and ends with the shell’s exit code', async () => {
    const spec = await ready()
    const session = await world().driver.exec(spec, { cmd: ['sh'], tty: true, cols: 80, rows: 24 })
    const screen = screenOf(session)
    await screen.sees(/# /)
    session.stream.write('echo 中文\r')
    await screen.sees(/echo [\s\S]*\n中文/) // a small shell may echo what it cannot draw as “??”
    session.stream.write('exit 5\r')
    expect(await session.exit).toBe(5)
  })

  it('interrupts a program with Ctrl-C and goes on', async () => {
    const spec = await ready()
    const session = await world().driver.exec(spec, { cmd: ['sh'], tty: true, cols: 80, rows: 24 })
    const screen = screenOf(session)
    await screen.sees(/# /)
    session.stream.write('echo begun; sleep 1000\r')
    await screen.sees(/\nbegun/)
    session.stream.write('\x03')
    await screen.sees(/\^C/)
    session.stream.write('echo on\r')
    // Ctrl-D ends a shell that waits for a command, and only that.
    await screen.sees(/\non[\s\S]*# /)
    session.stream.write('\x04')
    await session.exit
  })

  it('serves many sessions at once', async () => {
    const spec = await ready()
    const outputs = await Promise.all(Array.from({ length: 8 }, (_, i) => execCommand(world(), spec, ['cat'], `${i}`)))
    expect(outputs.map(({ output }) => output)).toEqual(Array.from({ length: 8 }, (_, i) => `${i}`))
  })

  it('ends a session, and what it runs, when its user goes away', async () => {
    const spec = await ready()
    const session = await world().driver.exec(spec, { cmd: loginShell, tty: true, cols: 80, rows: 24 })
    const screen = screenOf(session)
    await screen.sees(/# /)
    session.stream.write('echo begun; sleep 4242\r')
    await screen.sees(/\nbegun/)
    session.stream.destroy()
    expect(await session.exit).not.toBe(0)
    for (let i = 0; i < 50 && /sleep 4242/.test((await execShellScript(world(), spec, 'ps')).output); i += 1)
      await world().wait(100)
    expect((await execShellScript(world(), spec, 'ps')).output).not.toMatch(/sleep 4242/)
  })

  it('ends open sessions when the instance stops', async () => {
    const spec = await ready()
    const session = await world().driver.exec(spec, { cmd: ['sh'], tty: true, cols: 80, rows: 24 })
    screenOf(session)
    await stopAndWait(world(), spec)
    expect(await session.exit).not.toBe(0)
  })

  it('refuses a session in what is stopped or absent', async () => {
    const spec = await ready()
    await stopAndWait(world(), spec)
    expect(await getDriverErrorCode(world().driver.exec(spec, { cmd: ['true'] }))).toBe('Conflict')
    expect(await getDriverErrorCode(world().driver.exec({ ...spec, id: 'other' }, { cmd: ['true'] }))).toBe('NotFound')
    expect(await getDriverErrorCode(world().driver.exec(spec, { cmd: [] }))).toBe('InvalidSpec')
  })
}
