import type { QueueEntry } from '#contract/queue.ts'

const minute = 60
const hour = 3600
const day = 86_400

/** Formats the expected wait, e.g. `预计约 20 分钟`; makes no estimate if there is too little history (product §4). */
export function formatWait(seconds: number | null): string {
  if (seconds === null) return '暂时无法预估'
  if (seconds < minute) return '预计不到 1 分钟'
  if (seconds < hour) return `预计约 ${Math.round(seconds / minute)} 分钟`
  if (seconds < day) return `预计约 ${Math.round((seconds / hour) * 2) / 2} 小时`
  return `预计约 ${Math.round((seconds / day) * 2) / 2} 天`
}

/** Formats `第 3 位 · 预计约 20 分钟`, or why the entry is skipped. */
export function formatQueuePlace({ position, held, reason, expected_wait: expectedWait }: QueueEntry): string {
  const place = position === null ? '' : `第 ${position} 位`
  const then = held ? `暂时轮空：${reason}` : formatWait(expectedWait)
  return [place, then].filter(Boolean).join(expectedWait === null && !held ? '，' : ' · ')
}
