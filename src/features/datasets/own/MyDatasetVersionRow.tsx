import { Button, Progress } from 'antd'
import { Link, useNavigate } from 'react-router-dom'
import { datasetStates, datasetVersionActions, isDatasetActionAllowed, type MyDatasetVersion } from '#contract/my-datasets.ts'
import { SettingRow } from '#src/admin/layout/SettingRow.tsx'
import styles from '#src/features/datasets/DataSet.module.css'
import { formatDatasetSize } from '#src/features/datasets/size-text.ts'
import { datasetStateStyles } from '#src/features/datasets/state-styles.ts'
import { paths } from '#src/paths.ts'
import { formatBytes } from '#src/ui/format-bytes.ts'
import { StateTag } from '#src/ui/StateTag.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import type { OwnVersionAction } from './use-version-action.ts'

interface Props {
  version: MyDatasetVersion
  /** Its text and files stand below. */
  chosen: boolean
  /** The address with this version chosen. */
  search: string
  busy: boolean
  onAct: (act: OwnVersionAction) => void
}

const versionActions: readonly OwnVersionAction[] = ['withdraw', 'online', 'offline', 'remove']

/** Put back by whom it was taken down: what the operators took down stays down for its author. */
const canDo = (act: OwnVersionAction, { state, offline_by: offlineBy }: MyDatasetVersion): boolean =>
  isDatasetActionAllowed(act, state) && !(act === 'online' && offlineBy === 'operator')

/** How one version stands, why, and what its author can do about it. */
export function MyDatasetVersionRow({ version, chosen, search, busy, onAct }: Props) {
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
        {version.published_at && ` · ${version.uses} 次使用`}
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
