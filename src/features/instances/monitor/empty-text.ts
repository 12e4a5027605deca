import { type InstanceStatus, instanceStatusCodes as s } from '#contract/instance-actions.ts'

/** Why nothing was ever sampled, and what comes next. */
export function toEmptyText(status: InstanceStatus): { title: string; hint: string } {
  if (status === s.running) return { title: '正在等第一次采样', hint: '刚刚开始运行，每 15 秒采样一次，曲线马上出现。' }
  if (status === s.creating || status === s.starting)
    return { title: '还没有监控数据', hint: '进入「运行中」后每 15 秒采样一次，曲线会自己出现。' }
  return { title: '还没有监控数据', hint: '这台实例还没有运行过。开机后每 15 秒采样一次，保留 30 天。' }
}
