import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { DatasetDetail } from '#contract/community.ts'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { SettingRow, SettingRows } from '#src/admin/layout/SettingRow.tsx'
import sideFacts from '#src/admin/show/side-facts.module.css'
import { paths } from '#src/paths.ts'
import { CopyText } from '#src/ui/CopyText.tsx'
import { formatStarLabel, listPopularity } from '#src/ui/catalogue/popularity.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import { DatasetTags } from './DatasetTags.tsx'
import styles from './dataset.module.css'
import { FilesPanel } from './FilesPanel.tsx'
import { ReadmePanel } from './ReadmePanel.tsx'
import { formatDatasetSize } from './size-text.ts'
import { useChosenVersion } from './use-chosen-version.ts'
import { useStarDataset } from './use-star-dataset.ts'

/** Published versions, newest first; each can be viewed and mounted separately. */
function DatasetVersionRows({ set: { id, versions } }: { set: DatasetDetail }) {
  const navigate = useNavigate()
  const { chosen, buildVersionSearch } = useChosenVersion(versions)
  return (
    <PagePanel title="版本">
      <SettingRows>
        {versions.map((version) => (
          <SettingRow
            key={version.id}
            title={
              version.id === chosen?.id ? (
                version.version
              ) : (
                <Link to={{ search: buildVersionSearch(version.version) }}>{version.version}</Link>
              )
            }
            state={version.id === chosen?.id && <ToneTag tone="primary">当前查看</ToneTag>}
            action={
              <Button
                icon={<Icon name="plus" />}
                onClick={() => void navigate(paths.createInstance({ data_set_id: id, data_set_version_id: version.id }))}
              >
                创建实例并挂载
              </Button>
            }
          >
            {[formatDatasetSize(version), version.licence, ...listPopularity(version)].join(' · ')} · 发布于{' '}
            <TimeText at={version.published_at} />
          </SettingRow>
        ))}
      </SettingRows>
    </PagePanel>
  )
}

/** Mount path and name–value pairs beside the readme. */
const DatasetFacts = ({
  version,
  mount_path: mountPath,
  facts,
}: {
  version: string
  mount_path: string
  facts: readonly (readonly [name: string, value: ReactNode])[]
}) => (
  <PagePanel title={`版本 ${version}`}>
    <div className={styles.mount}>
      <span className={styles.note}>只读挂载路径</span>
      <CopyText text={mountPath} label="复制挂载路径" mono />
    </div>
    <dl className={sideFacts.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </PagePanel>
)

interface Props {
  set: DatasetDetail
  /** The list the user came from. */
  from: { label: string; to: string }
}

/** Page of a public data set: contents, licence, and mount path in an instance (product §7). */
export function DatasetPage({ set, from }: Props) {
  const navigate = useNavigate()
  const { busy, star } = useStarDataset(set.id)
  const { chosen } = useChosenVersion(set.versions)
  if (!chosen) return null // a public data set has at least one version
  return (
    <>
      <PageHeading
        title={set.name}
        meaning={set.summary}
        trail={[from]}
        aside={
          set.original && (
            <ToneTag tone="primary" icon="check">
              原创
            </ToneTag>
          )
        }
        actions={
          <>
            <Button loading={busy} aria-pressed={set.starred} onClick={() => star(!set.starred)}>
              {formatStarLabel(set)}
            </Button>
            <Button
              type="primary"
              icon={<Icon name="plus" />}
              onClick={() => void navigate(paths.createInstance({ data_set_id: set.id, data_set_version_id: chosen.id }))}
            >
              创建实例并挂载
            </Button>
          </>
        }
      />
      <div className={styles.columns}>
        <div className={styles.main}>
          <ReadmePanel version={chosen.version} readme={chosen.readme} />
          <FilesPanel version={chosen} />
          <DatasetVersionRows set={set} />
        </div>
        <aside aria-label="信息">
          <DatasetFacts
            version={chosen.version}
            mount_path={chosen.mount_path}
            facts={[
              ['类型', set.type.name],
              ['大小', formatDatasetSize(chosen)],
              ['许可', chosen.licence],
              [
                '发布者',
                <Link key="author" to={paths.communityAuthor(set.author.id)}>
                  {set.author.nickname}
                </Link>,
              ],
              ...(set.uses > 0 ? [['使用', `${set.uses} 次，按挂载过的实例计`] as const] : []),
              ['发布于', <TimeText key="at" at={chosen.published_at} />],
              ['标签', <DatasetTags key="tags" tags={set.tags} />],
            ]}
          />
        </aside>
      </div>
    </>
  )
}
