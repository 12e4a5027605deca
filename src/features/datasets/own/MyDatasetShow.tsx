import { Button, Progress } from 'antd'
import { Link, useNavigate } from 'react-router-dom'
import {
  type DatasetVersionAction,
  datasetStates,
  datasetVersionActions,
  isDatasetActionAllowed,
  type MyDatasetDetail,
  type MyDatasetVersion,
  myDatasets,
} from '#contract/my-datasets.ts'
import { useConfirmDialogs } from '#src/admin/ask/confirm-dialog-context.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { SettingRow, SettingRows } from '#src/admin/layout/SettingRow.tsx'
import type { Resource } from '#src/admin/resource.ts'
import Show from '#src/admin/show/ResourceShowPage.tsx'
import { useActions } from '#src/admin/use-action.ts'
import styles from '#src/features/datasets/dataset.module.css'
import { FilesPanel } from '#src/features/datasets/FilesPanel.tsx'
import { ReadmePanel } from '#src/features/datasets/ReadmePanel.tsx'
import { formatDatasetSize } from '#src/features/datasets/size-text.ts'
import { datasetStateStyles } from '#src/features/datasets/state-styles.ts'
import { useChosenVersion } from '#src/features/datasets/use-chosen-version.ts'
import { paths } from '#src/paths.ts'
import { CopyText } from '#src/ui/CopyText.tsx'
import { formatBytes } from '#src/ui/format-bytes.ts'
import { ShowPanels } from '#src/ui/ShowPanels.tsx'
import { StateTag } from '#src/ui/StateTag.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'

type OwnVersionAction = Exclude<DatasetVersionAction, 'submit'>

const endpoints = {
  withdraw: myDatasets.withdraw,
  offline: myDatasets.offline,
  online: myDatasets.online,
  remove: myDatasets.remove_version,
} as const satisfies Record<OwnVersionAction, unknown>

const effects: Record<OwnVersionAction, string> = {
  withdraw: '审核随之停止，已复制的文件保留，之后可以修改并重新提交；不涉及费用。',
  offline: '不能再挂载到新的实例，公开页面不再显示这个版本；已挂载它的实例照常使用。可以随时重新上线。',
  online: '内容没有变化，不用再次审核，立即公开。',
  remove: '这个版本和复制出来的文件将被删除，不能恢复；文件存储里的原文件不受影响。',
}

/** Confirms and runs an action on one version, then refreshes the data set. */
function useVersionAction() {
  const ask = useConfirmDialogs()
  const { run, pending, sent } = useActions({ failed: '没有成功，请重试' })
  const act = (name: OwnVersionAction, version: MyDatasetVersion) => {
    const { label } = datasetVersionActions[name]
    const danger = name === 'offline' || name === 'remove'
    void ask.confirm({
      title: `${label}版本 ${version.version}`,
      content: effects[name],
      okText: label,
      okButtonProps: { danger },
      autoFocusButton: danger ? 'cancel' : 'ok',
      onOk: () => run(endpoints[name], { params: { id: version.id } }),
    })
  }
  return { act, busy: pending ? (sent?.params as { id: string } | undefined)?.id : undefined }
}

interface MyDatasetVersionRowProps {
  version: MyDatasetVersion
  /** The version whose text and files are shown below. */
  chosen: boolean
  /** Query string that selects this version. */
  search: string
  busy: boolean
  onAct: (act: OwnVersionAction) => void
}

const versionActions: readonly OwnVersionAction[] = ['withdraw', 'online', 'offline', 'remove']

/** Returns whether the author may run an action; a version taken offline by the operators cannot be put back by its author. */
const canDo = (act: OwnVersionAction, { state, offline_by: offlineBy }: MyDatasetVersion): boolean =>
  isDatasetActionAllowed(act, state) && !(act === 'online' && offlineBy === 'operator')

/** One version: its state, the reason, and the author's actions. */
function MyDatasetVersionRow({ version, chosen, search, busy, onAct }: MyDatasetVersionRowProps) {
  const navigate = useNavigate()
  const { id, data_set_id: dataSetId, state, reason, progress, source } = version
  return (
    <SettingRow
      title={chosen ? version.version : <Link to={{ search }}>{version.version}</Link>}
      state={<StateTag state={state} looks={datasetStateStyles} words={datasetStates} />}
      action={
        <>
          {isDatasetActionAllowed('submit', state) && (
            <Button type="primary" onClick={() => void navigate(paths.releaseDataSetOf({ id: dataSetId, version_id: id }))}>
              修改并重新提交
            </Button>
          )}
          {versionActions
            .filter((act) => canDo(act, version))
            .map((act) => (
              <Button key={act} danger={act === 'remove' || act === 'offline'} loading={busy} onClick={() => onAct(act)}>
                {datasetVersionActions[act].label}
              </Button>
            ))}
        </>
      }
    >
      <p>
        {formatDatasetSize(version)} · {version.licence} · 提交于 <TimeText at={version.submitted_at} />
        {version.published_at && version.uses > 0 && ` · ${version.uses} 次使用`}
      </p>
      {progress && (
        <div className={styles.progress}>
          <Progress percent={progress.percent} size="small" aria-label="复制文件的进度" />
          <p className={styles.note}>
            {`正在复制文件，${formatBytes(progress.copied_bytes)} / ${formatBytes(progress.total_bytes)}，可以离开此页`}
          </p>
        </div>
      )}
      {reason && <p className={styles.reason}>{`原因：${reason}`}</p>}
      {state === 'offline' && version.offline_by === 'operator' && <p>由运营下线，如有疑问请联系客服。</p>}
      {source && <p className={styles.note}>{`来自文件存储 ${source.region_name} / ${source.path || '最上层'}`}</p>}
    </SettingRow>
  )
}

/** The versions of an own data set with their states, and text and files of the selected one. */
function Versions({ set }: { set: MyDatasetDetail }) {
  const { act, busy } = useVersionAction()
  const { chosen, buildVersionSearch } = useChosenVersion(set.versions)
  return (
    <ShowPanels>
      <PagePanel title="版本">
        <SettingRows>
          {set.versions.map((version) => (
            <MyDatasetVersionRow
              key={version.id}
              version={version}
              chosen={version.id === chosen?.id}
              search={buildVersionSearch(version.version)}
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
      {/* rows of this page are answers of `myDatasets.get` */}
      {(row) => <Versions set={row as unknown as MyDatasetDetail} />}
    </Show>
  )
}
