import type { DiskPresence } from './compute.ts'

/** A driver failure. `retryable`: the same call may succeed later. */
export abstract class DriverError extends Error {
  abstract readonly code: string
  abstract readonly retryable: boolean
  /** One Chinese sentence, suitable for users. */
  abstract readonly user_message: string
}
export class DriverUnavailable extends DriverError {
  readonly code = 'DriverUnavailable'
  readonly retryable = true
  readonly user_message = '计算节点暂时无法连接，平台会自动重试。'
}
export class DriverConflict extends DriverError {
  readonly code = 'Conflict'
  readonly retryable = true
  readonly user_message = '实例正在处理另一项操作，请稍候。'
}
export class NoCapacity extends DriverError {
  readonly code = 'NoCapacity'
  readonly retryable = true
  readonly user_message = '主机资源不足，暂时无法启动实例。'
}
export class InvalidSpec extends DriverError {
  readonly code = 'InvalidSpec'
  readonly retryable = false
  readonly user_message = '实例规格无效，请联系客服。'
}
/** A folder to be mounted does not exist on the host. */
export class MountMissing extends DriverError {
  readonly code = 'MountMissing'
  readonly retryable = false
  readonly user_message = '要挂载的文件夹在主机上不存在，实例无法启动，请联系客服。'
}
export class ImageNotFound extends DriverError {
  readonly code = 'ImageNotFound'
  readonly retryable = false
  readonly user_message = '镜像不存在或已下线。'
}
export class InstanceNotFound extends DriverError {
  readonly code = 'NotFound'
  readonly retryable = false
  readonly user_message = '实例在计算节点上不存在。'
}
export class PortClosed extends DriverError {
  readonly code = 'PortClosed'
  readonly retryable = true
  readonly user_message = '实例里没有程序监听这个端口。'
}
export class UnsupportedOperation extends DriverError {
  readonly code = 'Unsupported'
  readonly retryable = false
  readonly user_message = '当前计算环境不支持此操作。'
}

/** A disk that existed before is gone; the owner must decide whether to continue without it. */
export class DiskLost extends DriverError {
  readonly code = 'DiskLost'
  readonly retryable = false
  readonly user_message = '实例的磁盘已经丢失，没有用空盘代替。'
  /** Disks that still exist. */
  readonly left: DiskPresence

  constructor(left: DiskPresence) {
    super(`lost: ${left.system ? '' : 'system disk '}${left.data ? '' : 'data disk'}`.trimEnd())
    this.left = left
  }
}

/** One Chinese sentence per fault, for users. `final` faults fail again on every retry. */
const pullFaults = {
  not_allowed: { final: true, words: '平台没有拉取这个镜像的权限，请联系客服。' },
  unreachable: { final: false, words: '镜像仓库暂时无法连接。' },
  disk_full: { final: false, words: '主机的磁盘空间不足，放不下这个镜像。' },
  limited: { final: false, words: '镜像仓库限制了拉取的次数。' },
  broken: { final: false, words: '镜像没有下载完整。' },
  other: { final: false, words: '拉取镜像时出错。' },
} as const
export type PullFault = keyof typeof pullFaults

/** An image could not be pulled, although nothing says that it does not exist. */
export class PullFailed extends DriverError {
  readonly code = 'ImagePullFailed'
  readonly fault: PullFault
  readonly retryable: boolean
  readonly user_message: string

  constructor(fault: PullFault, words: string, given?: ErrorOptions) {
    super(words, given)
    this.fault = fault
    this.retryable = !pullFaults[fault].final
    this.user_message = pullFaults[fault].words
  }
}
