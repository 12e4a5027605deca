import { LineTerminal } from '#server/adapters/compute.simulator/shell/terminal/terminal.ts'
import { EmulatedScreen } from './screen.ts'

export const shellPrompt = 'root@a:~# '
export const keySequences = {
  up: '\x1b[A',
  down: '\x1b[B',
  right: '\x1b[C',
  left: '\x1b[D',
  home: '\x1b[H',
  end: '\x1b[F',
  del: '\x1b[3~',
}

/** A terminal with three files to complete, the screen it draws on, and hands to type with. */
export function openEmulatedTerminal(cols = 80) {
  const screen = new EmulatedScreen(cols)
  const size = { cols, rows: 24 }
  const choices = ['checkpoints/', 'config.yaml', '数据集/']
  const interrupts: number[] = []
  const terminal = new LineTerminal({
    write: (text) => screen.write(text.replaceAll('\n', '\r\n')),
    size,
    complete: async (line) => {
      const begun = line.split(' ').at(-1)!
      const fitting = choices.filter((choice) => choice.startsWith(begun))
      return fitting.length === 1
        ? { insert: fitting[0]!.slice(begun.length), choices: fitting }
        : { insert: '', choices: fitting }
    },
    interrupt: () => interrupts.push(1),
  })
  const type = (text: string) => terminal.input(Buffer.from(text))
  return { screen, terminal, type, interrupts }
}
