import { formatBytes } from '#src/ui/format-bytes.ts'
import { is_under_way, type UploadItem, upload_states } from './upload-item.ts'

/** `1 小时 5 分`, `2 分 5 秒`, `8 秒`. */
function formatRemaining(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds))
  if (whole < 60) return `${whole} 秒`
  if (whole < 3600) return `${Math.floor(whole / 60)} 分 ${whole % 60} 秒`
  return `${Math.floor(whole / 3600)} 小时 ${Math.floor((whole % 3600) / 60)} 分`
}

const partOf = (sent: number, size: number) => (size === 0 ? 1 : sent / size)

/** Whole percents; 100 only when every byte is there. */
export const percentOf = ({ sent_bytes, file, state }: UploadItem): number =>
  state === 'done' ? 100 : Math.min(99, Math.floor(partOf(sent_bytes, file.size) * 100))

/** What stands below the name: how far it is, and when it will be there. */
export function progressWords({ state, reason, sent_bytes, speed, file }: UploadItem): string {
  const size = formatBytes(file.size)
  if (state === 'failed') return reason ?? upload_states.failed
  if (state === 'clashing') return '目标文件夹里已有同名的文件'
  if (state === 'done') return size
  const far = `${formatBytes(sent_bytes)} / ${size}`
  if (state === 'waiting') return `${far} · ${reason ?? upload_states.waiting}`
  if (state !== 'sending' || speed === null) return `${far} · ${upload_states[state]}`
  const rate = `${formatBytes(Math.round(speed))}/s`
  return speed > 0 ? `${far} · ${rate} · 剩余 ${formatRemaining((file.size - sent_bytes) / speed)}` : `${far} · ${rate}`
}

const total = (items: readonly UploadItem[], of: (item: UploadItem) => number) => items.reduce((sum, item) => sum + of(item), 0)

/** Of all bytes of all files, 0–100. */
const overallPercent = (items: readonly UploadItem[]): number => {
  const size = total(items, ({ file }) => file.size)
  const sent = total(items, ({ sent_bytes, file, state }) => (state === 'done' ? file.size : sent_bytes))
  return Math.floor(partOf(sent, size) * 100)
}

const countOf = (items: readonly UploadItem[], state: UploadItem['state']) => items.filter((item) => item.state === state).length

/** The head of the panel: 正在上传 2 / 5，40%. */
export function headWords(items: readonly UploadItem[]): string {
  const done = countOf(items, 'done')
  if (done === items.length) return `${done} 个文件已上传`
  const failed = countOf(items, 'failed')
  if (items.some(({ state }) => is_under_way[state]))
    return `正在上传，已完成 ${done} / ${items.length}，${overallPercent(items)}%`
  return failed ? `${failed} 个文件没有上传` : `上传已暂停，已完成 ${done} / ${items.length}`
}

const step = 25

/** What is said aloud; changes at quarters and when something ends, not with every byte. */
export function milestoneWords(items: readonly UploadItem[]): string {
  const [done, failed, clashing] = [countOf(items, 'done'), countOf(items, 'failed'), countOf(items, 'clashing')]
  const under_way = items.some(({ state }) => is_under_way[state])
  return [
    under_way && `正在上传 ${items.length} 个文件，已传 ${Math.floor(overallPercent(items) / step) * step}%`,
    done > 0 && `${done} 个已完成`,
    failed > 0 && `${failed} 个失败`,
    clashing > 0 && `${clashing} 个同名，等待处理`,
  ]
    .filter(Boolean)
    .join('，')
}
