import type { Command } from '#server/adapters/compute.simulator/shell/shell.ts'
import { type Card, cardsOf } from './cards.ts'
import { ctime } from './clock.ts'

const driver_version = '550.90.07'
const cuda_version = '12.4'

/** The usual table, `-L`, and `--query-gpu=… --format=csv[,noheader][,nounits]` for the fields people script with. */
export const nvidiaSmi: Command = async (args, { machine }, io) => {
  const cards = cardsOf(machine)
  if (cards.length === 0) {
    await io.out('No devices were found\n')
    return 6
  }
  const query = args.find((arg) => arg.startsWith('--query-gpu='))
  if (args.includes('-L') || args.includes('--list-gpus')) {
    await io.out(cards.map(({ slot, name, sample }) => `GPU ${slot}: ${fullName(name)} (UUID: ${sample.uuid})\n`).join(''))
  } else if (query) {
    const format = args.find((arg) => arg.startsWith('--format=')) ?? ''
    return printQuery(query.slice('--query-gpu='.length).split(','), format, cards, io)
  } else await io.out(table(cards, machine.clock.now()))
  return 0
}

const fullName = (model: string) => (/nvidia/i.test(model) ? model : `NVIDIA ${model}`)

const widths = [41, 24, 22] as const
const row = (cells: readonly string[]) =>
  `|${cells.map((cell, index) => ` ${cell}`.slice(0, widths[index]).padEnd(widths[index]!)).join('|')}|`
const rule = (first: string, fill: string) =>
  `${first}${widths.map((width) => fill.repeat(width)).join('+')}${first === '|' && fill === '=' ? '|' : '+'}`

/** In the shape of the real tool, 91 columns; its first line says that the numbers are made up. */
function table(cards: readonly Card[], now: Date): string {
  const version = ` NVIDIA-SMI ${driver_version} (simulated)  Driver Version: ${driver_version}      CUDA Version: ${cuda_version}`
  const lines = [
    ctime(now),
    `+${'-'.repeat(89)}+`,
    `|${version.padEnd(89)}|`,
    rule('|', '-'),
    row(['GPU  Name                 Persistence-M', 'Bus-Id          Disp.A', 'Volatile Uncorr. ECC']),
    row(['Fan  Temp   Perf          Pwr:Usage/Cap', '          Memory-Usage', 'GPU-Util  Compute M.']),
    rule('|', '='),
    ...cards.flatMap((card) => [...cardRows(card), rule('+', '-')]),
  ]
  return `${lines.join('\n')}\n`
}

function cardRows({ slot, name, model, sample }: Card): string[] {
  const title = `${String(slot).padStart(3)}  ${fullName(name).padEnd(30).slice(0, 30)}On`
  const bus = `00000000:${(0x10 + slot).toString(16).toUpperCase()}:00.0 Off`
  const power = `${Math.round(sample.power_w)}W / ${String(model.full_w).padStart(4)}W`
  const memory = `${sample.vram_mb}MiB / ${String(model.vram_mb).padStart(6)}MiB`
  return [
    row([title, bus.padStart(22), '0'.padStart(20)]),
    row([
      `N/A  ${String(sample.temperature_c).padStart(3)}C    P0   ${power.padStart(21)}`,
      memory.padStart(22),
      `${`${sample.use_percent}%`.padStart(7)}${'Default'.padStart(13)}`,
    ]),
  ]
}

const fields: Readonly<Record<string, (card: Card) => [value: string | number, unit: string]>> = {
  index: ({ slot }) => [slot, ''],
  name: ({ name }) => [fullName(name), ''],
  uuid: ({ sample }) => [sample.uuid, ''],
  driver_version: () => [driver_version, ''],
  'utilization.gpu': ({ sample }) => [sample.use_percent, ' %'],
  'memory.total': ({ model }) => [model.vram_mb, ' MiB'],
  'memory.used': ({ sample }) => [sample.vram_mb, ' MiB'],
  'memory.free': ({ model, sample }) => [model.vram_mb - sample.vram_mb, ' MiB'],
  'temperature.gpu': ({ sample }) => [sample.temperature_c, ''],
  'power.draw': ({ sample }) => [sample.power_w, ' W'],
  'power.limit': ({ model }) => [model.full_w, ' W'],
}

async function printQuery(
  names: readonly string[],
  format: string,
  cards: readonly Card[],
  io: Parameters<Command>[2],
): Promise<number> {
  const unknown = names.find((name) => !Object.hasOwn(fields, name))
  if (unknown !== undefined) {
    await io.out(`Field "${unknown.slice(0, 100)}" is not a valid field to query.\n`)
    return 2
  }
  const unitless = format.includes('nounits')
  const rows = cards.map((card) =>
    names.map((name) => {
      const [value, unit] = fields[name]!(card)
      return `${value}${unitless ? '' : unit}`
    }),
  )
  const header = format.includes('noheader') ? [] : [[...names]]
  await io.out([...header, ...rows].map((row) => `${row.join(', ')}\n`).join(''))
  return 0
}
