import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SessionStream } from '#server/adapters/compute.simulator/session-stream.ts'
import { EditLine } from '#server/adapters/compute.simulator/shell/terminal/edit-line.ts'
import { KeyReader } from '#server/adapters/compute.simulator/shell/terminal/keys.ts'
import type { TerminalReadResult } from '#server/adapters/compute.simulator/shell/terminal/terminal.ts'
import { computeTextWidth, splitCells } from '#server/adapters/compute.simulator/shell/terminal/width.ts'
import { keySequences as keyBytes, openEmulatedTerminal, shellPrompt } from './typed-terminal.ts'

const { up, down, left, right, home, end, del } = keyBytes

/** Types `keys` at a prompt and gives what was read. */
async function read(keys: string, history: string[] = []): Promise<TerminalReadResult> {
  const { terminal, type } = openEmulatedTerminal()
  const reading = terminal.readLine(shellPrompt, history)
  await type(keys)
  return reading
}

describe('simulator terminal: editing', () => {
  it.each([
    ['plain text', 'ls -l\r', 'ls -l'],
    ['backspace', 'lss\x7f -l\r', 'ls -l'],
    ['backspace over one Chinese character', 'echo 你好\x7f\r', 'echo 你'],
    ['backspace over one emoji of several code points', 'echo 👩‍👩‍👧\x7fx\r', 'echo x'],
    ['backspace at the start', '\x7f\x7fok\r', 'ok'],
    ['left and insert', `eho${left}${left}c\r`, 'echo'],
    ['left past the start, right past the end', `b${left}${left}a${right}${right}${right}c\r`, 'abc'],
    ['home and end', `b${home}a${end}c\r`, 'abc'],
    ['delete', `xab${home}${del}\r`, 'ab'],
    ['Ctrl-A, Ctrl-E, Ctrl-U, Ctrl-K', 'junk\x15ab\x01x\x05y\x01\x0bz\r', 'z'],
    ['Ctrl-W', 'rm -rf important\x17stuff\r', 'rm -rf stuff'],
    ['control bytes and unknown sequences do nothing', '\x00a\x1b[38;5;1mb\x1b[200~c\x1bOPd\x1cz\r', 'abcdz'],
    ['arrows in application mode', 'b\x1bODa\r', 'ab'],
    ['a character split over two reads', null, '你'],
  ])('%s', async (_, keys, wanted) => {
    if (keys !== null) return expect(await read(keys)).toEqual({ line: wanted })
    const { terminal } = openEmulatedTerminal()
    const reading = terminal.readLine(shellPrompt)
    const bytes = Buffer.from('你\r')
    await terminal.input(bytes.subarray(0, 2))
    await terminal.input(bytes.subarray(2))
    expect(await reading).toEqual({ line: wanted })
  })

  it('takes CR, LF and CR LF as one Enter each', async () => {
    const { terminal, type } = openEmulatedTerminal()
    const lines: TerminalReadResult[] = []
    const first = terminal.readLine(shellPrompt)
    await type('a\r\nb\nc\r')
    lines.push(await first, await terminal.readLine(shellPrompt), await terminal.readLine(shellPrompt))
    expect(lines).toEqual([{ line: 'a' }, { line: 'b' }, { line: 'c' }])
  })

  it('interrupts a line with Ctrl-C and ends on Ctrl-D only when it is empty', async () => {
    expect(await read('half a line\x03')).toBe('interrupted')
    expect(await read('\x04')).toBe('ended')
    expect(await read(`ab${left}\x04\r`)).toEqual({ line: 'a' })
  })

  it('interrupts what runs when nobody reads, and forgets what was typed ahead', async () => {
    const { terminal, type, interrupts } = openEmulatedTerminal()
    await type('typed ahead\r')
    await type('\x03')
    expect(interrupts).toHaveLength(1)
    const reading = terminal.readLine(shellPrompt)
    await type('fresh\r')
    expect(await reading).toEqual({ line: 'fresh' })
  })

  it('goes through history and back to the line begun', async () => {
    const history = ['first', 'second']
    expect(await read(`begun${up}\r`, [...history])).toEqual({ line: 'second' })
    expect(await read(`begun${up}${up}${up}\r`, [...history])).toEqual({ line: 'first' })
    expect(await read(`begun${up}${up}${down}${down}${down}\r`, [...history])).toEqual({ line: 'begun' })
    await read('second\r', history)
    await read('  \r', history)
    expect(history).toEqual(['first', 'second'])
  })

  it('completes with Tab, and shows the choices when there are several', async () => {
    expect(await read('cat con\t\r')).toEqual({ line: 'cat config.yaml' })
    const { terminal, type, screen } = openEmulatedTerminal()
    const reading = terminal.readLine(shellPrompt)
    await type('cat c\t')
    await type('o')
    expect(screen.text).toEqual([`${shellPrompt}cat c`, 'checkpoints/  config.yaml', `${shellPrompt}cat co`])
    await type('\r')
    expect(await reading).toEqual({ line: 'cat co' })
  })

  it('clears the screen with Ctrl-L and keeps the line', async () => {
    const { terminal, type, screen } = openEmulatedTerminal()
    const reading = terminal.readLine(shellPrompt)
    await type('abc\x0c')
    expect(screen.text).toEqual([`${shellPrompt}abc`])
    await type('\r')
    expect(await reading).toEqual({ line: 'abc' })
  })

  it('hangs up once for whoever reads, and for whoever reads later', async () => {
    const { terminal } = openEmulatedTerminal()
    const reading = terminal.readLine(shellPrompt)
    terminal.close()
    expect(await reading).toBe('ended')
    expect(await terminal.readLine(shellPrompt)).toBe('ended')
  })
})

describe('simulator terminal: hostile input', () => {
  it('bounds the line, however much is typed', async () => {
    const { terminal, type } = openEmulatedTerminal()
    const reading = terminal.readLine(shellPrompt)
    for (let i = 0; i < 20; i += 1) await type('x'.repeat(10_000))
    await type('\r')
    const { line } = (await reading) as { line: string }
    expect(line.length).toBeLessThanOrEqual(4096)
  })

  it('bounds one character of endless combining marks', () => {
    const line = new EditLine()
    line.insert('a')
    for (let i = 0; i < 1000; i += 1) line.insert('\u0301'.repeat(50))
    expect(line.text.length).toBeLessThanOrEqual(64)
  })

  it('reads any bytes without failing, and text without control characters only', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 40 })), (chunks) => {
        const reader = new KeyReader()
        for (const chunk of chunks) {
          for (const pressed of reader.push(chunk)) if (pressed.name === 'text') expect(pressed.text).not.toMatch(/\p{Cc}/u)
        }
      }),
    )
  })

  it('takes a sequence that never ends for nothing after a while', async () => {
    expect(await read(`\x1b[${'1;'.repeat(200)}\x18ok\r`)).toMatchObject({ line: expect.stringMatching(/ok$/) })
  })

  it('takes no more input from who does not read the echo', async () => {
    const terminal = openEmulatedTerminal().terminal
    const stream = new SessionStream({
      input: (chunk) => terminal.input(chunk),
      ended: () => undefined,
      closed: () => undefined,
    })
    let taken = 0
    for (let i = 0; i < 100; i += 1) {
      stream.echo('x'.repeat(10_000))
      stream.write(Buffer.alloc(10), () => {
        taken += 1
      })
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(taken).toBe(0)
    stream.resume()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(taken).toBe(100)
    stream.destroy()
  })

  it('knows widths', () => {
    expect(splitCells('a你👩‍👩‍👧é').map(computeTextWidth)).toEqual([1, 2, 2, 1])
  })
})
