import type { Capability } from './capability-gaps.ts'

/** Instance status codes (requirements §3) and the single table of actions allowed in each status (product §4). */
export const instanceStatuses = {
  0: '创建中',
  5: '开机中',
  2: '运行中',
  6: '关机中',
  7: '已关机',
  12: '释放中',
  1: '异常',
  30: '迁移中',
  31: '保存数据中',
} as const
export type InstanceStatus = keyof typeof instanceStatuses
export const instanceStatusCodes = {
  creating: 0,
  starting: 5,
  running: 2,
  shutting_down: 6,
  shut_down: 7,
  releasing: 12,
  abnormal: 1,
  migrating: 30,
  saving: 31,
} as const satisfies Record<string, InstanceStatus>

/** Why an instance stopped (product §4). */
export const stopReasons = {
  manual: '手动',
  scheduled: '定时',
  idle: '闲置',
  limit: '限额', // a spend limit has been reached
  disk: '磁盘已满', // more data was written than a measured disk may hold
  arrears: '欠费',
  expired: '到期',
  fault: '故障',
  violation: '违规',
  maintenance: '维护', // product §10: the host is taken out of service
} as const
export type StopReason = keyof typeof stopReasons

/** Menu group of an action. */
export const actionGroups = { power: '电源', image: '镜像', disk: '磁盘与主机', money: '计费', other: '其他' } as const
type ActionGroup = keyof typeof actionGroups

interface ActionRule {
  label: string
  group: ActionGroup
  from: readonly InstanceStatus[]
  /** Effect on data and money; shown before the click. */
  effect?: string
  /** The effect per billing mode, if the mode is known. */
  effect_of?: Readonly<Record<'hour' | 'package', string>>
  danger?: boolean
  /** What the engine of its host must be able to do. */
  needs?: Capability
}

/** What a shutdown keeps where the host keeps the system disk. */
export const bothDisksKept = '系统盘和数据盘都保留。'

export const instanceActions = {
  start: { label: '开机', group: 'power', from: [7, 1], effect: '数据保留。按量计费实例从「运行中」开始按秒计费。' },
  start_without_gpu: {
    label: '无卡开机',
    group: 'power',
    from: [7, 1],
    effect:
      '数据保留，没有 GPU，只有 0.5 核 CPU 和 2 GB 内存，适合整理数据和改代码。按量计费实例每小时 ¥0.10；包日、包周实例不另收费，GPU 仍为你保留。',
    effect_of: {
      hour: '数据保留，没有 GPU，只有 0.5 核 CPU 和 2 GB 内存，适合整理数据和改代码。每小时 ¥0.10。',
      package: '数据保留，没有 GPU，只有 0.5 核 CPU 和 2 GB 内存，适合整理数据和改代码。不另收费，GPU 仍为你保留。',
    },
  },
  shutdown: {
    label: '关机',
    group: 'power',
    from: [5, 2],
    effect: `${bothDisksKept}按量计费立即停止并释放 GPU，再次开机时可能需要等待；包日、包周实例继续计时并保留 GPU。`,
    effect_of: {
      hour: `${bothDisksKept}立即停止计费并释放 GPU，再次开机时可能需要等待。`,
      package: `${bothDisksKept}套餐继续计时，GPU 为你保留。`,
    },
  },
  restart: {
    label: '重启',
    group: 'power',
    from: [2],
    effect: '数据保留，内存中的进程会丢失。重启期间不计费，GPU 为你保留。',
  },
  save_image: {
    label: '保存镜像',
    group: 'image',
    from: [2, 7],
    needs: 'saves_images',
    effect: '把系统盘存为私有镜像，数据盘不在其中，密钥和命令历史会被去掉。保存不收费；运行中的实例照常计费，期间不能关机。',
  },
  change_image: {
    label: '更换镜像',
    group: 'image',
    from: [7],
    danger: true,
    effect: '下次开机时系统盘被清空并换成新镜像，无法恢复；数据盘保留。按量计费从下次开机起按新镜像的价格，套餐的价格不变。',
  },
  clone: {
    label: '克隆',
    group: 'image',
    from: [7],
    needs: 'saves_images',
    effect: '按同样的配置新建一台实例，系统盘照原样复制，数据盘可选。新实例单独计费，这台的数据不变，复制期间不能开机。',
  },
  resize_disk: {
    label: '扩容数据盘',
    group: 'disk',
    from: [7],
    effect: '数据保留，只能扩大，不能缩小。新的每小时价格从下次开机起生效。',
  },
  migrate: {
    label: '迁移',
    group: 'disk',
    from: [7],
    needs: 'moves_disks',
    effect: '系统盘和数据盘搬到同地域的另一台主机，数据保留，迁移期间不能开机。迁移不收费；包日、包周实例继续计时。',
    effect_of: {
      hour: '系统盘和数据盘搬到同地域的另一台主机，数据保留，迁移期间不能开机。迁移不收费。',
      package: '系统盘和数据盘搬到同地域的另一台主机，数据保留，迁移期间不能开机。迁移不收费，套餐继续计时。',
    },
  },
  renew: {
    label: '续费',
    group: 'money',
    from: [5, 2, 6, 7, 1, 30, 31],
    effect:
      '为包日、包周实例购买更多时长，接在现有时长之后；已到期的从现在起算，并重新占用 GPU。按续费时的套餐价格付费，数据不变。',
  },
  lift: {
    label: '升降配置',
    group: 'money',
    from: [7],
    effect: '更改 GPU 和数据盘，下次开机生效，数据保留。套餐按剩余时间补差价或退差价；按量计费从下次开机起按新价格。',
  },
  convert_bill: {
    label: '转换计费',
    group: 'money',
    from: [2, 7],
    effect: '在按量计费和包日、包周之间转换，运行不中断，数据不变。转为按量时，未用的部分退回余额。',
  },
  coupon_config: {
    label: '优惠券设置',
    group: 'money',
    from: [0, 5, 2, 6, 7, 1, 30, 31],
    effect: '设置这台实例可以使用哪些代金券。不产生费用，数据不变。',
  },
  rename: { label: '改名', group: 'other', from: [0, 5, 2, 6, 7, 1, 30, 31] },
  reset_password: {
    label: '重置密码',
    group: 'other',
    from: [0, 5, 2, 6, 7, 1, 30, 31],
    effect: '生成一个新的 SSH 密码，只显示这一次；旧密码立即失效，已经连上的会话和密钥登录不受影响。数据不变，不收费。',
  },
  release: {
    label: '释放',
    group: 'other',
    from: [0, 7, 1],
    danger: true,
    effect: '系统盘和数据盘将被永久删除，无法恢复。账单和订单会保留；包日、包周的剩余时长不退款。',
    effect_of: {
      hour: '系统盘和数据盘将被永久删除，无法恢复。账单和订单会保留。',
      package: '系统盘和数据盘将被永久删除，无法恢复。账单和订单会保留；剩余时长不退款。',
    },
  },
  terminal: { label: '终端', group: 'other', from: [2] },
} as const satisfies Record<string, ActionRule>

export type InstanceAction = keyof typeof instanceActions

/** Actions that can be applied to many instances in one call (product §4). */
export const bulkInstanceActions = ['start', 'shutdown', 'release'] as const satisfies readonly InstanceAction[]
export type BulkInstanceAction = (typeof bulkInstanceActions)[number]

export const isActionAllowed = (action: InstanceAction, status: number): boolean =>
  (instanceActions[action].from as readonly number[]).includes(status)
