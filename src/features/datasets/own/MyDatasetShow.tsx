import { Link, useSearchParams } from 'react-router-dom'
import type { MyDataSetDetail } from '#contract/my-datasets.ts'
import { Panel } from '#src/admin/layout/PagePanel.tsx'
import { SettingRows } from '#src/admin/layout/SettingRow.tsx'
import type { Resource } from '#src/admin/resource.ts'
import Show from '#src/admin/show/ResourceShowPage.tsx'
import { FilesPanel } from '#src/features/datasets/FilesPanel.tsx'
import { ReadmePanel } from '#src/features/datasets/ReadmePanel.tsx'
import { Parts } from '#src/operator/shared/ShowPanels.tsx'
import { paths } from '#src/paths.ts'
import { CopyText } from '#src/ui/CopyText.tsx'
import { VersionRow } from './MyDatasetVersionRow.tsx'
import { useVersionAct } from './use-version-action.ts'

/** One data set of one's own: every version with its state, and the text and files of the chosen one. */
function Versions({ set }: { set: MyDataSetDetail }) {
  const [search] = useSearchParams()
  const { act, busy } = useVersionAct()
  const chosen = set.versions.find(({ version }) => version === search.get('version')) ?? set.versions[0]
  const searchOf = (version: string) => {
    const next = new URLSearchParams(search)
    next.set('version', version)
    next.delete('file')
    return next.toString()
  }
  return (
    <Parts>
      <Panel title="版本">
        <SettingRows>
          {set.versions.map((version) => (
            <VersionRow
              key={version.id}
              version={version}
              chosen={version.id === chosen?.id}
              search={searchOf(version.version)}
              busy={busy === version.id}
              onAct={(name) => act(name, version)}
            />
          ))}
        </SettingRows>
      </Panel>
      {chosen && (
        <>
          <Panel
            title="只读挂载路径"
            extra={
              chosen.has_files && (
                <Link to={paths.create_instance({ data_set_id: set.id, data_set_version_id: chosen.id })}>创建实例并挂载</Link>
              )
            }
          >
            <CopyText text={chosen.mount_path} label="复制挂载路径" mono />
          </Panel>
          <ReadmePanel version={chosen.version} readme={chosen.readme} />
          {chosen.has_files && <FilesPanel version={chosen} />}
        </>
      )}
    </Parts>
  )
}

export default function MyDataSetShow({ resource }: { resource: Resource }) {
  return (
    <Show resource={resource}>
      {/* rows of this page come from `my_data_sets.get` */}
      {(row) => <Versions set={row as unknown as MyDataSetDetail} />}
    </Show>
  )
}
