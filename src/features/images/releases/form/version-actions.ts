import { type ImageReleaseVersion, imageReleaseActions, imageReleases } from '#contract/image-releases.ts'

export type ReleaseVersionAction = 'withdraw' | 'offline' | 'online' | 'remove'

interface VersionActionRule {
  name: ReleaseVersionAction
  label: string
  danger?: boolean
  /** What happens to those who use it, and to money. */
  effect: string
}

const actionRules: readonly VersionActionRule[] = [
  { name: 'withdraw', label: '撤回', effect: '不再等待审核；内容保留，修改后可以再次提交。没有费用。' },
  {
    name: 'offline',
    label: '下线',
    effect: '不能再用它创建实例；正在使用它的实例照常运行和开机，收益照常计。以后可以恢复，不用重新审核。',
  },
  { name: 'online', label: '恢复上线', effect: '重新出现在社区，内容和价格与下线前相同。' },
  {
    name: 'remove',
    label: '删除',
    danger: true,
    effect: '这个版本将被永久删除，无法恢复；它没有发布过，没有人在用。私有镜像不受影响。',
  },
]

export const releaseVersionEndpoints = {
  withdraw: imageReleases.withdraw,
  offline: imageReleases.offline,
  online: imageReleases.online,
  remove: imageReleases.remove,
} as const satisfies Record<ReleaseVersionAction, unknown>

type VersionStanding = Pick<ImageReleaseVersion, 'state' | 'by_platform' | 'published_at'>
const includes = (states: readonly string[], state: string) => states.includes(state)

/** What the author may do with a version now; what the platform took off only the platform puts back. */
export const computeVersionActions = ({ state, by_platform: byPlatform }: VersionStanding): VersionActionRule[] =>
  actionRules.filter(({ name }) => includes(imageReleaseActions[name], state) && !(name === 'online' && byPlatform))

export const canResubmit = ({ state }: VersionStanding): boolean => includes(imageReleaseActions.submit, state)
