import type { Project } from '#contract/projects.ts'
import type { LimitMeter } from '#src/ui/charts/LimitMeters.tsx'
import { formatYuan } from '#src/ui/format-yuan.ts'

/** What a project has used of its budget and cards; the bar of what has no limit stays empty. */
export function listProjectMeters({ budget, given, rest, gpus, gpus_max: gpusMax }: Project): LimitMeter[] {
  const over = rest !== null && Number(rest) < 0 ? `，超出 ¥${formatYuan(rest.slice(1))}` : ''
  return [
    {
      name: '本月已分配',
      used: Number(given),
      limit: budget === null ? Number.POSITIVE_INFINITY : Number(budget),
      words: `¥${formatYuan(given)} / ${budget === null ? '不限' : `¥${formatYuan(budget)}`}${over}`,
    },
    {
      name: '正在用卡',
      used: gpus,
      limit: gpusMax ?? Number.POSITIVE_INFINITY,
      words: `${gpus} / ${gpusMax === null ? '不限' : `${gpusMax} 张`}`,
    },
  ]
}
