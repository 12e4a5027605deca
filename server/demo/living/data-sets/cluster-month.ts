import { createRandom, type DemoFile } from '#server/demo/demo-files.ts'

const nodes = 5
const cardsPerNode = 8
const stepMinutes = 5
const samplesPerHour = 60 / stepMinutes
const samplesPerDay = 24 * samplesPerHour
const samples = 30 * samplesPerDay
const eventsPerNode = 6
const vramMb = 81_920
const kinds = ['hot', 'hang'] as const

/** A job of some cards, until a sample. */
interface Job {
  id: number
  begun: number
  until: number
  use: number
  vram_mb: number
  /** Samples between two checkpoints, at which the cards wait. */
  checkpoint: number
}

/** Something that goes wrong with a card, as soon as a job of it lasts long enough. */
interface Fault {
  card: number
  after: number
  lasts: number
  kind: (typeof kinds)[number]
  begun?: number
}

interface Card {
  temperature: number
  job?: Job
}

type Draw = (least: number, most: number) => number

const planFaults = (draw: Draw): Fault[] =>
  Array.from({ length: eventsPerNode }, (_, nth) => ({
    card: draw(0, cardsPerNode - 1),
    after: Math.floor((nth * samples) / eventsPerNode) + draw(0, 2 * samplesPerDay),
    lasts: draw(1, 5) * samplesPerHour,
    kind: kinds[nth % kinds.length]!,
  }))

/** Most work begins in office hours of a workday. */
function computeStartChance(sample: number): number {
  const [hour, day] = [Math.floor(sample / samplesPerHour) % 24, Math.floor(sample / samplesPerDay) % 7]
  if (day >= 5) return 0.02
  return hour >= 9 && hour < 22 ? 0.09 : 0.015
}

function startJob(cards: readonly Card[], sample: number, id: number, draw: Draw): void {
  const free = cards.filter(({ job }) => !job || job.until <= sample)
  const wanted = [1, 1, 2, 4, 8][draw(0, 4)]!
  const long = draw(1, 6) === 1
  const job: Job = {
    id,
    begun: sample,
    until: sample + (long ? draw(100, 500) : draw(6, 72)),
    use: draw(62, 97),
    vram_mb: draw(18_000, 79_000),
    checkpoint: draw(6, 24),
  }
  for (const card of free.slice(0, wanted)) card.job = job
}

/** What a card shows at a sample, as a row of the table. */
function readCard(card: Card, sample: number, fault: Fault | undefined, draw: Draw): string {
  const job = card.job && card.job.until > sample ? card.job : undefined
  const saving = job && sample > job.begun && (sample - job.begun) % job.checkpoint === 0
  const busy = job ? Math.min(100, job.use + draw(-4, 4)) : draw(0, 1)
  const use = fault?.kind === 'hang' ? 0 : Math.round(busy * (fault ? 0.7 : saving ? 0.25 : 1))
  const target = 31 + use * 0.4 + (fault?.kind === 'hot' ? 18 : 0)
  card.temperature += (target - card.temperature) * 0.5
  const vram = job ? job.vram_mb + draw(-60, 60) : draw(420, 440)
  const power = 58 + Math.round(use * 3.2) + draw(-6, 6)
  return `${use},${Math.min(vramMb, vram)},${Math.round(card.temperature + draw(-1, 1))},${power},${job?.id ?? 0}`
}

/** Plays the month of one server; returns its rows, and those of its faults. */
function playNode(node: number, draw: Draw, chance: () => number): { rows: string[]; events: string[] } {
  const cards: Card[] = Array.from({ length: cardsPerNode }, () => ({ temperature: 31 }))
  const faults = planFaults(draw)
  const rows: string[] = []
  let jobs = 0
  for (let sample = 0; sample < samples; sample += 1) {
    if (chance() < computeStartChance(sample)) startJob(cards, sample, ++jobs, draw)
    for (const [nth, card] of cards.entries()) {
      const fault = faults.find((each) => each.card === nth && isGoingOn(each, card, sample))
      rows.push(`${sample * stepMinutes},${nth},${readCard(card, sample, fault, draw)}`)
    }
  }
  const events = faults.map(({ card, begun = 0, lasts, kind }) =>
    [node, card, begun * stepMinutes, (begun + lasts) * stepMinutes, kind].join(','),
  )
  return { rows, events }
}

/** Whether a fault is going on; begins it once the card's job lasts longer than it. */
function isGoingOn(fault: Fault, { job }: Card, sample: number): boolean {
  if (fault.begun === undefined && sample >= fault.after && job && job.until - sample > fault.lasts) fault.begun = sample
  return fault.begun !== undefined && sample < fault.begun + fault.lasts
}

const toCsv = (path: string, head: string, rows: readonly string[]): DemoFile => ({
  path,
  bytes: Buffer.from(`${head}\n${rows.join('\n')}\n`),
})

/** Builds a month of monitoring of some servers, a table each, and the table of what went wrong. */
export function buildClusterMonthFiles(): DemoFile[] {
  const next = createRandom(12)
  const draw: Draw = (least, most) => least + Math.floor(next() * (most - least + 1))
  const played = Array.from({ length: nodes }, (_, i) => playNode(i + 1, draw, next))
  return [
    toCsv(
      'events.csv',
      'node,card,from_minute,to_minute,kind',
      played.flatMap(({ events }) => events),
    ),
    ...played.map(({ rows }, i) =>
      toCsv(`node-${i + 1}.csv`, 'minute,card,gpu_use_percent,vram_mb,temperature_c,power_w,job', rows),
    ),
  ]
}
