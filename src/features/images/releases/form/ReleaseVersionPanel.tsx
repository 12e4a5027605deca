import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { type ImageReleaseDetail, image_release_states } from '#contract/image-releases.ts'
import { useAsk } from '#src/admin/ask/confirm-dialog-context.ts'
import { MarkdownPreview } from '#src/admin/markdown-editor/MarkdownPreview.tsx'
import { useActions } from '#src/admin/use-action.ts'
import { environmentOf } from '#src/features/images/environment.ts'
import { release_looks } from '#src/features/images/state-styles.ts'
import { paths } from '#src/paths.ts'
import { ImagePrice } from '#src/ui/catalogue/ImagePriceLabel.tsx'
import { formatGb } from '#src/ui/format-bytes.ts'
import { TagOf } from '#src/ui/StateTag.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import styles from './ReleaseVersionPanel.module.css'
import { endpoints, mayResubmit, stepsOf, type VersionStep } from './version-actions.ts'

interface Props {
  entry: ImageReleaseDetail
  version: ImageReleaseDetail['versions'][number]
}

/** A version of an own entry: how it stands and why, what it contains, and what can be done with it. */
export function ReleaseVersion({ entry, version }: Props) {
  const ask = useAsk()
  const navigate = useNavigate()
  const [reading, setReading] = useState(false)

  const [step, setStep] = useState<VersionStep>()
  const { run, pending } = useActions({
    failed: '没有成功，请重试',
    // with its last version goes the entry
    onDone: () => step === 'remove' && entry.versions.length === 1 && navigate(paths.release_image, { replace: true }),
  })
  const perform = (name: VersionStep) => {
    setStep(name)
    return run(endpoints[name], { params: { version_id: version.id } })
  }

  return (
    <li className={styles.version}>
      <div className={styles.head}>
        <h3 className={styles.name}>{version.version}</h3>
        <TagOf state={version.state} looks={release_looks} words={image_release_states} />
        {version.by_platform && <span className={styles.quiet}>由平台下线，不能自行恢复</span>}
      </div>
      {version.reason && <p className={styles.reason}>原因：{version.reason}</p>}
      <p className={styles.facts}>
        <span>
          <ImagePrice price_hour={version.price_hour} />
        </span>
        <span>{environmentOf(version)}</span>
        <span>{version.size_gb === null ? '准备完成后才知道大小' : `${formatGb(version.size_gb)} GB`}</span>
        <span>{version.licence}</span>
        <span>{version.uses} 次使用</span>
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
        {mayResubmit(version) && (
          <Button
            size="small"
            type="primary"
            onClick={() => void navigate(paths.release_image_of({ id: entry.id, again: version.id }))}
          >
            修改后再次提交
          </Button>
        )}
        {stepsOf(version).map(({ name, label, danger = false, effect }) => (
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
