import { limits } from '#contract/limits.ts'
import { formatMicroAsYuan } from '#contract/money.ts'
import { type WhatIfPlan, whatIfIdlePercent } from '#contract/what-if.ts'

/** What each plan assumes, in words. */
export const planNotes: Record<WhatIfPlan, string> = {
  hour: '运行的每一秒按现在的小时价算，关机不计费。',
  day: '从用到的那一刻起买一天，24 小时内开机、关机都不再计费；过期后又用到，再买一天。最后一天不满也算一天。',
  week: '从用到的那一刻起买一周，168 小时内开机、关机都不再计费；过期后又用到，再买一周。最后一周不满也算一周。',
  smaller:
    '卡数减半，时长不变。各卡最高使用率和最高显存加起来，减半后还能留一成余量，才算装得下。程序能否在更少的卡上跑、会不会变慢，要你自己确认。',
  idle_stop: `GPU 使用率连续低于 ${whatIfIdlePercent}% 满设定的时间就关机，要用时立刻再开机。监控近 7 天每 10 分钟一格，更早每小时一格，按格里最高的使用率看，短的闲置看不出来。终端里的操作也算使用，这里看不到，实际会少省一些。`,
  no_gpu: `GPU 完全没用、连续 1 小时以上的时间，按无卡开机的 ¥${formatMicroAsYuan(BigInt(limits.noGpuPriceMicro))}/小时算。要自己记得关机再无卡开机，同时只能有一台，所以不参加「最省」的比较。`,
}
