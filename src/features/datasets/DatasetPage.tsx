import { Button } from 'antd'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { DatasetDetail } from '#contract/community.ts'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { paths } from '#src/paths.ts'
import { CopyText } from '#src/ui/CopyText.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { ShowPanels } from '#src/ui/ShowPanels.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import { DatasetFacts } from './DatasetFacts.tsx'
import { DatasetTags } from './DatasetTags.tsx'
import { DatasetVersionRows } from './DatasetVersionRows.tsx'
import { FilesPanel } from './FilesPanel.tsx'
import { ReadmePanel } from './ReadmePanel.tsx'
import { formatDatasetSize } from './size-text.ts'
import { useStarDataset } from './use-star-dataset.ts'

interface Props {
  set: DatasetDetail
  /** The list one came from. */
  from: { label: string; to: string }
}

/** A public data set: what it holds, under which licence, where it lies in an instance (product §7). */
export function DatasetPage({ set, from }: Props) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const { busy, star } = useStarDataset(set.id)
  const chosen = set.versions.find(({ version }) => version === search.get('version')) ?? set.versions[0]
  if (!chosen) return null // a public one has at least one version
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
              {`${set.starred ? '已收藏' : '收藏'} · ${set.stars}`}
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
      <DatasetFacts
        facts={[
          ['只读挂载路径', <CopyText key="path" text={chosen.mount_path} label="复制挂载路径" mono />],
          ['版本', chosen.version],
          ['类型', set.type.name],
          ['许可', chosen.licence],
          ['大小', formatDatasetSize(chosen)],
          ['标签', <DatasetTags key="tags" tags={set.tags} />],
          ['发布者', set.author.nickname],
          ['使用', `${set.uses} 次，按挂载过的实例计`],
          ['发布时间', <TimeText key="at" at={chosen.published_at} />],
        ]}
      />
      <ShowPanels>
        <ReadmePanel version={chosen.version} readme={chosen.readme} />
        <FilesPanel version={chosen} />
        <DatasetVersionRows set={set} chosen={chosen} />
      </ShowPanels>
    </>
  )
}
