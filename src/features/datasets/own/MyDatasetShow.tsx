import { Link, useSearchParams } from 'react-router-dom'
import type { MyDatasetDetail } from '#contract/my-datasets.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { SettingRows } from '#src/admin/layout/SettingRow.tsx'
import type { Resource } from '#src/admin/resource.ts'
import Show from '#src/admin/show/ResourceShowPage.tsx'
import { FilesPanel } from '#src/features/datasets/FilesPanel.tsx'
import { ReadmePanel } from '#src/features/datasets/ReadmePanel.tsx'
import { paths } from '#src/paths.ts'
import { CopyText } from '#src/ui/CopyText.tsx'
import { ShowPanels } from '#src/ui/ShowPanels.tsx'
import { MyDatasetVersionRow } from './MyDatasetVersionRow.tsx'
import { useVersionAction } from './use-version-action.ts'

/** One data set of one's own: every version with its state, and the text and files of the chosen one. */
function Versions({ set }: { set: MyDatasetDetail }) {
  const [search] = useSearchParams()
  const { act, busy } = useVersionAction()
  const chosen = set.versions.find(({ version }) => version === search.get('version')) ?? set.versions[0]
  const searchOf = (version: string) => {
    const next = new URLSearchParams(search)
    next.set('version', version)
    next.delete('file')
    return next.toString()
  }
  return (
    <ShowPanels>
      <PagePanel title="版本">
        <SettingRows>
          {set.versions.map((version) => (
            <MyDatasetVersionRow
              key={version.id}
              version={version}
              chosen={version.id === chosen?.id}
              search={searchOf(version.version)}
              busy={busy === version.id}
              onAct={(name) => act(name, version)}
            />
          ))}
        </SettingRows>
      </PagePanel>
      {chosen && (
        <>
          <PagePanel
            title="只读挂载路径"
            extra={
              chosen.has_files && (
                <Link to={paths.createInstance({ data_set_id: set.id, data_set_version_id: chosen.id })}>创建实例并挂载</Link>
              )
            }
          >
            <CopyText text={chosen.mount_path} label="复制挂载路径" mono />
          </PagePanel>
          <ReadmePanel version={chosen.version} readme={chosen.readme} />
          {chosen.has_files && <FilesPanel version={chosen} />}
        </>
      )}
    </ShowPanels>
  )
}

export default function MyDatasetShow({ resource }: { resource: Resource }) {
  return (
    <Show resource={resource}>
      {/* rows of this page come from `myDatasets.get` */}
      {(row) => <Versions set={row as unknown as MyDatasetDetail} />}
    </Show>
  )
}
