import { limits } from '#contract/limits.ts'
import { formatMicroAsYuan } from '#contract/money.ts'

/** How money is counted, each with the number the system itself goes by (product §4, §5; contract/limits.ts). */
export const billingRules = [
  {
    title: '进入运行中才开始计费',
    text: '创建和开机的过程不计费；启动失败不收费。',
  },
  {
    title: '按秒计量，整点与停止时结算',
    text: '费用 = 每小时价格 × 秒数 ÷ 3600，只收整分；不足 1 分的部分留到下一次运行。',
  },
  {
    title: '按量关机即停计 GPU 费用',
    text: '关机后显卡归还，数据保留；包日、包周在有效期内为你保留显卡。',
  },
  {
    title: `系统盘 ${limits.systemDiskGb} GB，数据盘 ${limits.freeDataDiskGb} GB 免费`,
    text: `超出的数据盘每 GB 每小时 ¥${formatMicroAsYuan(BigInt(limits.dataDiskPriceMicroPerGbHour))}，最大 ${limits.dataDiskMaxGb} GB。`,
  },
  {
    title: `余额用尽后有 ${limits.arrearsGraceSeconds / 3600} 小时缓冲`,
    text: '缓冲期满才关机，关机不删除数据。',
  },
] as const
