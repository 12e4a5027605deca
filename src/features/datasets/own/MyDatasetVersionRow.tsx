import { Button, Progress } from 'antd'
import { Link, useNavigate } from 'react-router-dom'
import { data_set_states, data_set_version_actions, isVersionAllowed, type MyDataSetVersion } from '#contract/my-datasets.ts'
import { SettingRow } from '#src/admin/layout/SettingRow.tsx'
import styles from '#src/features/datasets/DataSet.module.css'
import { sizeText } from '#src/features/datasets/size-text.ts'
import { state_looks } from '#src/features/datasets/state-styles.ts'
import { paths } from '#src/paths.ts'
import { formatBytes } from '#src/ui/format-bytes.ts'
import { TagOf } from '#src/ui/StateTag.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import type { Act } from './use-version-action.ts'

interface Props {
  version: MyDataSetVersion
  /** Its text and files stand below. */
  chosen: boolean
  /** The address with this version chosen. */
  search: string
  busy: boolean
  onAct: (act: Act) => void
}

const acts: readonly Act[] = ['withdraw', 'online', 'offline', 'remove']

/** Put back by whom it was taken down: what the operators took down stays down for its author. */
const mayDo = (act: Act, { state, offline_by }: MyDataSetVersion): boolean =>
  isVersionAllowed(act, state) && !(act === 'online' && offline_by === 'operator')

/** How one version stands, why, and what its author can do about it. */
export function VersionRow({ version, chosen, search, busy, onAct }: Props) {
  const navigate = useNavigate()
  const { id, data_set_id, state, reason, progress, source } = version
  return (
    <SettingRow
      title={chosen ? version.version : <Link to={{ search }}>{version.version}</Link>}
      state={<TagOf state={state} looks={state_looks} words={data_set_states} />}
      action={
        <>
          {isVersionAllowed('submit', state) && (
            <Button type="primary" onClick={() => void navigate(paths.release_data_set_of({ id: data_set_id, version_id: id }))}>
              修改并重新提交
            </Button>
          )}
          {acts
            .filter((act) => mayDo(act, version))
            .map((act) => (
              <Button key={act} danger={act === 'remove' || act === 'offline'} loading={busy} onClick={() => onAct(act)}>
                {data_set_version_actions[act].label}
              </Button>
            ))}
        </>
      }
    >
      <p>
        {sizeText(version)} · {version.licence} · 提交于 <TimeText at={version.submitted_at} />
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
