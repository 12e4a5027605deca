import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EditLine } from '#server/adapters/compute.simulator/shell/terminal/edit-line.ts'
import { computeTextWidth } from '#server/adapters/compute.simulator/shell/terminal/width.ts'
import { EmulatedScreen } from './screen.ts'
import { keySequences as keyBytes, openEmulatedTerminal, shellPrompt } from './typed-terminal.ts'

const { left, right, home, end, del } = keyBytes

describe('simulator terminal: drawing', () => {
  const key = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom('a', 'b ', '你', '好世界', 'é', '👍', 'ｆ', '0123456789') },
    { weight: 4, arbitrary: fc.constantFrom('\x7f', left, right, home, end, del, '\x15', '\x0b', '\x17') },
  )

  it('shows prompt and line wrapped as a terminal wraps them, with the cursor in its place', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 12, max: 40 }), fc.array(key, { maxLength: 40 }), async (cols, keys) => {
        const { terminal, type, screen } = openEmulatedTerminal(cols)
        screen.write('one\r\ntwo\r\nthree\r\n')
        void terminal.readLine(shellPrompt)
        const line = new EditLine()
        for (const one of keys) {
          await type(one)
          play(line, one)
        }
        const wanted = new EmulatedScreen(cols)
        wanted.write(`one\r\ntwo\r\nthree\r\n${shellPrompt}${line.text}`)
        expect(screen.text).toEqual(wanted.text)
        const before = new EmulatedScreen(cols)
        before.write(`one\r\ntwo\r\nthree\r\n${shellPrompt}${line.cells.slice(0, line.at).join('')}`)
        const next = line.cells[line.at] ?? 'x'
        before.write(next) // where the next character would come to stand
        const width = computeTextWidth(next)
        screen.write(next)
        expect([screen.row, screen.col]).toEqual([before.row, before.col])
        expect(width).toBeGreaterThan(0)
      }),
      { numRuns: 300 },
    )
  })

  function play(line: EditLine, one: string): void {
    if (one === '\x7f') line.backspace()
    else if (one === left) line.move(line.at - 1)
    else if (one === right) line.move(line.at + 1)
    else if (one === home) line.move(0)
    else if (one === end) line.move(line.cells.length)
    else if (one === del) line.delete()
    else if (one === '\x15') line.cutBefore()
    else if (one === '\x0b') line.cutAfter()
    else if (one === '\x17') line.cutWord()
    else line.insert(one)
  }
})
