import { DriverError } from '#server/ports/compute.ts'

/** How far an image is. What an engine cannot tell is null. */
export interface PullProgress {
  /** Of what is to be fetched; only grows within a call, and is 100 when the image is there and not before. */
  percent: number
  done_bytes: number | null
  total_bytes: number | null
  /** What has been unpacked of what was fetched. */
  unpacked_bytes: number | null
}

/** The image is there, and nothing had to be fetched. */
export const image_is_there: PullProgress = { percent: 100, done_bytes: null, total_bytes: null, unpacked_bytes: null }

/** One Chinese sentence each, for a user. Those that are `final` go wrong again however often it is tried. */
const faults = {
  not_allowed: { final: true, words: '平台没有拉取这个镜像的权限，请联系客服。' },
  unreachable: { final: false, words: '镜像仓库暂时无法连接。' },
  disk_full: { final: false, words: '主机的磁盘空间不足，放不下这个镜像。' },
  limited: { final: false, words: '镜像仓库限制了拉取的次数。' },
  broken: { final: false, words: '镜像没有下载完整。' },
  other: { final: false, words: '拉取镜像时出错。' },
} as const
export type PullFault = keyof typeof faults

/** An image could not be had, although nobody says that it does not exist. */
export class PullFailed extends DriverError {
  readonly code = 'ImagePullFailed'
  readonly fault: PullFault
  readonly retryable: boolean
  readonly user_message: string

  constructor(fault: PullFault, words: string, given?: ErrorOptions) {
    super(words, given)
    this.fault = fault
    this.retryable = !faults[fault].final
    this.user_message = faults[fault].words
  }
}
