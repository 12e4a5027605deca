import { Button } from 'antd'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import type { DatasetDetail, DatasetVersion } from '#contract/community.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { SettingRow, SettingRows } from '#src/admin/layout/SettingRow.tsx'
import { paths } from '#src/paths.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import { formatDatasetSize } from './size-text.ts'

/** Published versions, the newest first: each can be looked at and mounted by itself. */
export function DatasetVersionRows({ set: { id, versions }, chosen }: { set: DatasetDetail; chosen: DatasetVersion }) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const searchOf = (version: string) => {
    const next = new URLSearchParams(search)
    next.set('version', version)
    next.delete('file')
    return next.toString()
  }
  return (
    <PagePanel title="版本">
      <SettingRows>
        {versions.map((version) => (
          <SettingRow
            key={version.id}
            title={
              version.id === chosen.id ? (
                version.version
              ) : (
                <Link to={{ search: searchOf(version.version) }}>{version.version}</Link>
              )
            }
            state={version.id === chosen.id && <ToneTag tone="primary">当前查看</ToneTag>}
            action={
              <Button
                icon={<Icon name="plus" />}
                onClick={() => void navigate(paths.createInstance({ data_set_id: id, data_set_version_id: version.id }))}
              >
                创建实例并挂载
              </Button>
            }
          >
            {formatDatasetSize(version)} · {version.licence} · {version.uses} 次使用 · 发布于{' '}
            <TimeText at={version.published_at} />
          </SettingRow>
        ))}
      </SettingRows>
    </PagePanel>
  )
}
