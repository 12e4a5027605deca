import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import {
  type ImageReleaseDetail,
  type ImageReleaseVersion,
  imageReleaseActions,
  imageReleaseStates,
  imageReleases,
} from '#contract/image-releases.ts'
import { useConfirmDialogs } from '#src/admin/ask/confirm-dialog-context.ts'
import { MarkdownPreview } from '#src/admin/markdown-editor/MarkdownPreview.tsx'
import { useActions } from '#src/admin/use-action.ts'
import { formatEnvironment } from '#src/features/images/environment.ts'
import { imageReleaseStateStyles } from '#src/features/images/state-styles.ts'
import { paths } from '#src/paths.ts'
import { ImagePriceLabel } from '#src/ui/catalogue/ImagePriceLabel.tsx'
import { formatGb } from '#src/ui/format-bytes.ts'
import { StateTag } from '#src/ui/StateTag.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import styles from './ReleaseVersionPanel.module.css'

type ReleaseVersionAction = 'withdraw' | 'offline' | 'online' | 'remove'

interface VersionActionRule {
  name: ReleaseVersionAction
  label: string
  danger?: boolean
  /** Effect on users of the version, and on money. */
  effect: string
}

const actionRules: readonly VersionActionRule[] = [
  { name: 'withdraw', label: '撤回', effect: '不再等待审核；内容保留，修改后可以重新提交。没有费用。' },
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

const releaseVersionEndpoints = {
  withdraw: imageReleases.withdraw,
  offline: imageReleases.offline,
  online: imageReleases.online,
  remove: imageReleases.remove,
} as const satisfies Record<ReleaseVersionAction, unknown>

type VersionStanding = Pick<ImageReleaseVersion, 'state' | 'by_platform' | 'published_at'>
const includesState = (states: readonly string[], state: string) => states.includes(state)

/** Returns the actions the author may take; only the platform restores a version that the platform took down. */
const computeVersionActions = ({ state, by_platform: byPlatform }: VersionStanding): VersionActionRule[] =>
  actionRules.filter(({ name }) => includesState(imageReleaseActions[name], state) && !(name === 'online' && byPlatform))

const canResubmit = ({ state }: VersionStanding): boolean => includesState(imageReleaseActions.submit, state)

interface Props {
  entry: ImageReleaseDetail
  version: ImageReleaseDetail['versions'][number]
}

/** A version of an own entry: state, reason, contents and actions. */
export function ReleaseVersionPanel({ entry, version }: Props) {
  const ask = useConfirmDialogs()
  const navigate = useNavigate()
  const [reading, setReading] = useState(false)

  const [step, setStep] = useState<ReleaseVersionAction>()
  const { run, pending } = useActions({
    failed: '没有成功，请重试',
    // deleting the last version also deletes the entry
    onDone: () => step === 'remove' && entry.versions.length === 1 && navigate(paths.releaseImage, { replace: true }),
  })
  const perform = (name: ReleaseVersionAction) => {
    setStep(name)
    return run(releaseVersionEndpoints[name], { params: { version_id: version.id } })
  }

  return (
    <li className={styles.version}>
      <div className={styles.head}>
        <h3 className={styles.name}>{version.version}</h3>
        <StateTag state={version.state} looks={imageReleaseStateStyles} words={imageReleaseStates} />
        {version.by_platform && <span className={styles.quiet}>由平台下线，不能自行恢复</span>}
      </div>
      {version.reason && <p className={styles.reason}>原因：{version.reason}</p>}
      <p className={styles.facts}>
        <span>
          <ImagePriceLabel price_hour={version.price_hour} />
        </span>
        <span>{formatEnvironment(version)}</span>
        <span>{version.size_gb === null ? '准备完成后才知道大小' : `${formatGb(version.size_gb)} GB`}</span>
        <span>{version.licence}</span>
        {version.uses > 0 && <span>{version.uses} 次使用</span>}
        <span>
          提交于 <TimeText at={version.submitted_at} />
        </span>
        {version.published_at && (
          <span>
            发布于 <TimeText at={version.published_at} />
          </span>
        )}
        {version.source && (
          <span>
            取自 {version.source.name} {version.source.version}
            {!version.source.there && '（已删除）'}
          </span>
        )}
      </p>
      <div className={styles.buttons}>
        <Button size="small" aria-expanded={reading} onClick={() => setReading(!reading)}>
          {reading ? '收起说明' : '查看说明'}
        </Button>
        {canResubmit(version) && (
          <Button
            size="small"
            type="primary"
            onClick={() => void navigate(paths.releaseImageOf({ id: entry.id, again: version.id }))}
          >
            修改后重新提交
          </Button>
        )}
        {computeVersionActions(version).map(({ name, label, danger = false, effect }) => (
          <Button
            key={name}
            size="small"
            danger={danger}
            loading={pending && step === name}
            onClick={() =>
              void ask.confirm({
                title: `${label}「${entry.name} ${version.version}」`,
                content: effect,
                okText: label,
                okButtonProps: { danger },
                autoFocusButton: danger ? 'cancel' : 'ok',
                onOk: () => perform(name),
              })
            }
          >
            {label}
          </Button>
        ))}
      </div>
      {reading && (
        <div className={styles.readme}>
          <MarkdownPreview source={version.readme} />
        </div>
      )}
    </li>
  )
}
