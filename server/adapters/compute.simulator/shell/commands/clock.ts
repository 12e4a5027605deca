import { zoneOffsetMs } from '#contract/day.ts'
import type { ShellCommand } from '#server/adapters/compute.simulator/shell/shell.ts'

const dayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Converts to China time, with a date such as `2026-11-21` and a time such as `16:23:07`. */
export const toChinaTime = (moment: Date) => shiftTime(moment, zoneOffsetMs)

/** Formats as `Sat Nov 21 16:23:07 2026`, like ctime in C. */
export function formatCtime(moment: Date): string {
  const { local, time } = toChinaTime(moment)
  return `${formatDay(local)} ${time} ${local.getUTCFullYear()}`
}

const formatDay = (local: Date) =>
  `${dayNames[local.getUTCDay()]} ${monthNames[local.getUTCMonth()]} ${String(local.getUTCDate()).padStart(2)}`

function shiftTime(moment: Date, byMs: number) {
  const local = new Date(moment.getTime() + byMs)
  const [date = '', time = ''] = local.toISOString().split(/[T.]/)
  return { date, time, local }
}

const date: ShellCommand = async (args, { machine }, io) => {
  const utc = args.includes('-u')
  const now = machine.clock.now()
  const parts = shiftTime(now, utc ? 0 : zoneOffsetMs)
  const format = args.find((arg) => arg.startsWith('+'))
  if (args.some((arg) => arg !== '-u' && arg !== format)) {
    await io.err('date: 只支持 date [-u] [+格式]\n')
    return 1
  }
  await io.out(`${format === undefined ? formatPlainDate(parts, utc) : formatDate(format.slice(1), parts, now)}\n`)
  return 0
}

function formatPlainDate({ local, time }: ReturnType<typeof shiftTime>, utc: boolean): string {
  return `${formatDay(local)} ${time} ${utc ? 'UTC' : 'CST'} ${local.getUTCFullYear()}`
}

function formatDate(format: string, { date, time }: ReturnType<typeof shiftTime>, now: Date): string {
  const [year = '', month = '', day = ''] = date.split('-')
  const [hour = '', minute = '', second = ''] = time.split(':')
  const values: Record<string, string> = {
    Y: year,
    m: month,
    d: day,
    H: hour,
    M: minute,
    S: second,
    F: date,
    T: time,
    s: String(Math.floor(now.getTime() / 1000)),
    '%': '%',
  }
  return format.replace(/%(.)/g, (whole, letter: string) => values[letter] ?? whole)
}

const maxSleepSeconds = 86_400

const sleep: ShellCommand = async (args, { machine }, io) => {
  const seconds = args.length === 1 && args[0] === 'infinity' ? maxSleepSeconds : Number(args[0])
  if (args.length !== 1 || !(seconds >= 0)) {
    await io.err('sleep: 请给出秒数\n')
    return 1
  }
  await machine.clock.sleep(Math.min(seconds, maxSleepSeconds) * 1000, io.signal)
  return 0
}

const uptime: ShellCommand = async (_args, { machine }, io) => {
  const now = machine.clock.now()
  const minutes = Math.max(0, Math.floor((now.getTime() - machine.started_at.getTime()) / 60_000))
  const [d, h, m] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60]
  const up = `${d > 0 ? `${d} 天 ` : ''}${String(h).padStart(2)}:${String(m).padStart(2, '0')}`
  const load = ((machine.sample().cpu_percent / 100) * machine.spec.cpu).toFixed(2)
  await io.out(` ${toChinaTime(now).time} up ${up},  1 user,  load average: ${load}, ${load}, ${load}\n`)
  return 0
}

export const clockCommands = { date, sleep, uptime } satisfies Record<string, ShellCommand>
