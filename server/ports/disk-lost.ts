import { type Disks, DriverError } from '#server/ports/compute.ts'

/** A disk that was there before is gone: whether to go on without it is for its owner to say. */
export class DiskLost extends DriverError {
  readonly code = 'DiskLost'
  readonly retryable = false
  readonly user_message = '实例的磁盘已经丢失，没有用空盘代替。'
  /** What is still there. */
  readonly left: Disks

  constructor(left: Disks) {
    super(`lost: ${left.system ? '' : 'system disk '}${left.data ? '' : 'data disk'}`.trimEnd())
    this.left = left
  }
}
