import { formatBytes } from '#src/ui/format-bytes.ts'
import { activeUploadStates, type UploadItem, uploadStates } from './upload-item.ts'

/** Formats the remaining time: `1 小时 5 分`, `2 分 5 秒`, `8 秒`. */
function formatRemaining(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds))
  if (whole < 60) return `${whole} 秒`
  if (whole < 3600) return `${Math.floor(whole / 60)} 分 ${whole % 60} 秒`
  return `${Math.floor(whole / 3600)} 小时 ${Math.floor((whole % 3600) / 60)} 分`
}

const computePart = (sent: number, size: number) => (size === 0 ? 1 : sent / size)

/** Returns whole percents; 100 only after the last byte. */
export const computeUploadPercent = ({ sentBytes, file, state }: UploadItem): number =>
  state === 'done' ? 100 : Math.min(99, Math.floor(computePart(sentBytes, file.size) * 100))

/** Text below the name: progress and remaining time. */
export function formatUploadProgress({ state, reason, sentBytes, speed, file }: UploadItem): string {
  const size = formatBytes(file.size)
  if (state === 'failed') return reason ?? uploadStates.failed
  if (state === 'clashing') return '目标文件夹里已有同名的文件'
  if (state === 'done') return size
  const far = `${formatBytes(sentBytes)} / ${size}`
  if (state === 'waiting') return `${far} · ${reason ?? uploadStates.waiting}`
  if (state !== 'sending' || speed === null) return `${far} · ${uploadStates[state]}`
  const rate = `${formatBytes(Math.round(speed))}/s`
  return speed > 0 ? `${far} · ${rate} · 剩余 ${formatRemaining((file.size - sentBytes) / speed)}` : `${far} · ${rate}`
}

const sumBytes = (items: readonly UploadItem[], of: (item: UploadItem) => number) =>
  items.reduce((sum, item) => sum + of(item), 0)

/** Progress over all bytes of all files, 0–100. */
const overallPercent = (items: readonly UploadItem[]): number => {
  const size = sumBytes(items, ({ file }) => file.size)
  const sent = sumBytes(items, ({ sentBytes, file, state }) => (state === 'done' ? file.size : sentBytes))
  return Math.floor(computePart(sent, size) * 100)
}

const countInState = (items: readonly UploadItem[], state: UploadItem['state']) =>
  items.filter((item) => item.state === state).length

/** Heading of the panel: 正在上传 2 / 5，40%. */
export function formatUploadHeading(items: readonly UploadItem[]): string {
  const done = countInState(items, 'done')
  if (done === items.length) return `${done} 个文件已上传`
  const failed = countInState(items, 'failed')
  if (items.some(({ state }) => activeUploadStates[state]))
    return `正在上传，已完成 ${done} / ${items.length}，${overallPercent(items)}%`
  return failed ? `${failed} 个文件没有上传` : `上传已暂停，已完成 ${done} / ${items.length}`
}

const milestonePercent = 25

/** Screen reader text; changes at each quarter and when an upload ends, not with every byte. */
export function formatUploadMilestone(items: readonly UploadItem[]): string {
  const [done, failed, clashing] = [countInState(items, 'done'), countInState(items, 'failed'), countInState(items, 'clashing')]
  const underWay = items.some(({ state }) => activeUploadStates[state])
  return [
    underWay &&
      `正在上传 ${items.length} 个文件，已传 ${Math.floor(overallPercent(items) / milestonePercent) * milestonePercent}%`,
    done > 0 && `${done} 个已完成`,
    failed > 0 && `${failed} 个失败`,
    clashing > 0 && `${clashing} 个同名，等待处理`,
  ]
    .filter(Boolean)
    .join('，')
}
