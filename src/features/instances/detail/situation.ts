import { lacksCapability } from '#contract/capability-gaps.ts'
import { type InstanceStatus, instanceStatusCodes as s } from '#contract/instance-actions.ts'
import { formatDisks } from '#contract/instances.ts'
import { formatDuration, formatStopReason, isRunningNow } from '#src/features/instances/instance-text.ts'
import { formatTime } from '#src/ui/format-time.ts'
import type { InstanceDetail } from './instance-detail.ts'

export interface Situation {
  /** The current situation, and its effect on data and money. */
  words: string
  /** The most common next action. */
  next?: 'terminal' | 'start' | 'replace'
  /** A transient state: polled every 2 s in addition to the event stream. */
  passing?: boolean
}

/** Formats how long the data is kept (product §4). */
const formatRetention = ({ release_at: releaseAt }: InstanceDetail): string =>
  releaseAt ? `保留到 ${formatTime(releaseAt)}，之后释放并删除数据，开机一次即可重新计算。` : ''

const isHourly = ({ charge_rule: chargeRule }: InstanceDetail) => chargeRule === 'hour'
const formatUptime = (at: string, now: number): string => {
  const minutes = Math.floor((now - Date.parse(at)) / 60_000)
  return minutes < 1 ? '刚刚开始运行' : `已运行 ${formatDuration(minutes * 60)}`
}

const withoutGpuText = '无卡运行中：0.5 核 CPU，2 GB 内存，没有 GPU。关机后正常开机即可重新使用 GPU。'
const formatPercent = (task: InstanceDetail['task']) => (task ? `（${task.percent}%）` : '')

const isImageFailed = ({ steps }: InstanceDetail) => steps.some(({ key, state }) => key === 'image' && state === 'error')

/** A boot that got no image may never get it: without data of its own, a new instance with another image is the better way. */
function buildFailure(instance: InstanceDetail): Situation {
  const kept = instance.started_at ? '，数据保留' : ''
  const retention = formatRetention(instance)
  if (instance.lost_disks.length)
    return {
      words: `实例因故障停止，${formatDisks(instance.lost_disks)}在主机上已经丢失。异常期间不计费。可以确认后以空盘开机，或释放它。`,
      next: 'start',
    }
  if (!isImageFailed(instance))
    return { words: `实例因故障停止，异常期间不计费${kept}。可以重新开机，或释放它。${retention}`, next: 'start' }
  const words = `镜像没有准备好，实例没能开机。异常期间不计费${kept}。`
  return instance.started_at
    ? { words: `${words}可以再开机一次；如果镜像已经下线，只能换一个镜像新建。${retention}`, next: 'start' }
    : { words: `${words}可以换一个镜像新建，再释放这台；也可以再开机一次。${retention}`, next: 'replace' }
}

const situationBuilders: Record<InstanceStatus, (instance: InstanceDetail, now: number) => Situation> = {
  [s.creating]: ({ task, pull }) => ({
    words: task
      ? `正在从原实例复制磁盘（${task.percent}%），完成后自动开机。期间不计费，可以离开这个页面。`
      : `正在创建，${pull ? '主机上还没有这个镜像，要先下载' : '通常不到 1 分钟'}。创建期间不计费，可以离开这个页面。`,
    passing: true,
  }),
  [s.starting]: ({ pull }) => ({
    words: `正在开机，${pull ? '主机上还没有这个镜像，要先下载。' : ''}进入「运行中」后才开始计费。`,
    passing: true,
  }),
  [s.running]: ({ started_at: startedAt, gpu_mode: gpuMode }, now) => ({
    words:
      gpuMode === 'none'
        ? withoutGpuText
        : startedAt
          ? `${formatUptime(startedAt, now)}，自 ${formatTime(startedAt)} 起。`
          : '可以使用。',
    next: 'terminal',
  }),
  [s.shutting_down]: (instance) => ({
    words: isHourly(instance) ? '正在关机，计费已停止，数据保留。' : '正在关机，数据和 GPU 都为你保留。',
    passing: true,
  }),
  [s.shut_down]: (instance) => ({
    words: [
      instance.stopped_at && `${formatTime(instance.stopped_at)} 关机`,
      instance.stopped_at && instance.reason && `（${formatStopReason(instance.reason)}）`,
      instance.stopped_at && '。',
      isHourly(instance) ? '数据保留，不计费，GPU 已释放。' : '数据和 GPU 都为你保留，套餐继续计时。',
      lacksCapability(instance.capabilities, 'keeps_system_disk') && '这台主机不保留系统盘，下次开机时是镜像原来的样子。',
      formatRetention(instance),
    ]
      .filter(Boolean)
      .join(''),
    next: 'start',
  }),
  [s.releasing]: () => ({ words: '正在释放，系统盘和数据盘将被永久删除。账单和订单会保留。', passing: true }),
  [s.abnormal]: buildFailure,
  [s.migrating]: ({ task }) => ({ words: `正在迁移到另一台主机${formatPercent(task)}，数据保留，期间不能开机。`, passing: true }),
  [s.saving]: ({ task, ...instance }) => ({
    words: `${task?.kind === 'clone' ? '正在把磁盘复制到新实例' : '正在把系统盘保存为镜像'}${formatPercent(task)}，完成后恢复到之前的状态。${
      isRunningNow(instance) ? '实例仍在运行，照常计费。' : ''
    }`,
    passing: true,
  }),
}

const buildUnseenSituation = (since: string): Situation => ({
  words: `主机自 ${formatTime(since)} 起没有应答，实例现在的状态未知。其间不计费，费用停在最后一次见到它的时候；主机恢复后，运行着的实例继续运行，随主机停止的自动重新开机。`,
})

/** What a sick card means for whoever uses it, and what to do; undefined if its cards are sound. */
export function formatSickGpu({ sick_gpu: sick, status }: Pick<InstanceDetail, 'sick_gpu' | 'status'>): string | undefined {
  if (!sick) return undefined
  const what = `${sick.reason}，${formatTime(sick.since)} 起`
  if (!sick.replaceable) return `主机报告它使用的 GPU 有异常（${what}）。可能是暂时的，平台正在观察；请先保存工作。`
  if (status === s.shut_down || status === s.abnormal)
    return `为它保留的 GPU 有故障（${what}）。开机时会换成这台主机上另一张正常的卡；主机上没有空闲的卡时，暂时不能开机。数据不受影响。`
  return `它使用的 GPU 有故障（${what}）。平台没有关停实例，但计算可能出错或中断。请尽快保存工作，然后关机再开机，换一张正常的卡；只重启不会换卡。`
}

/** Derives the situation of an instance and its next action. */
export const computeSituation = (instance: InstanceDetail, now: number): Situation =>
  instance.unseen_since ? buildUnseenSituation(instance.unseen_since) : situationBuilders[instance.status](instance, now)
