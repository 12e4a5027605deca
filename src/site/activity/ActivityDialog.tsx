import { useEffect, useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ActivityInstance, activities } from '#contract/activities.ts'
import type { EndpointData } from '#contract/endpoint.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import controls from '#src/ui/controls.module.css'
import { DialogHead } from '#src/ui/DialogHead.tsx'
import shared from '#src/ui/dialog.module.css'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ScrollBox } from '#src/ui/ScrollBox.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { useModal } from '#src/ui/use-modal.ts'
import styles from './ActivityDialog.module.css'
import { type ActivitySelection, buildActivityConfirmPath, buildActivityCreatePath } from './activity-paths.ts'
import { listActivityInstances } from './requests.ts'

const ruleLabels = { hour: '按量计费', day: '包日', week: '包周' } as const satisfies Record<
  ActivityInstance['charge_rule'],
  string
>

interface ActivityInstanceChoiceProps {
  instances: readonly ActivityInstance[]
  chosen: string | null
  onChoose: (instanceName: string) => void
}

/** The user's own instances as radio buttons in a table, which becomes cards on a phone. */
function ActivityInstanceChoice({ instances, chosen, onChoose }: ActivityInstanceChoiceProps) {
  const group = useId()
  return (
    <ScrollBox label="可以参与的实例" className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            {['实例', '状态', '镜像', '配置', '计费', '自动停止'].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {instances.map(
            ({
              instance_name: instanceName,
              nick_name: nickName,
              status,
              image,
              flavor,
              charge_rule: chargeRule,
              auto_stop_time: autoStopTime,
            }) => (
              <tr key={instanceName} className={styles.row} data-chosen={instanceName === chosen}>
                <td>
                  <label className={styles.name}>
                    <input
                      type="radio"
                      name={group}
                      value={instanceName}
                      checked={instanceName === chosen}
                      onChange={() => onChoose(instanceName)}
                    />
                    <span>
                      {nickName}
                      <small className={styles.id}>{instanceName}</small>
                    </span>
                  </label>
                </td>
                <td data-title="状态">
                  <StatusTag status={status} />
                </td>
                <td data-title="镜像">{image}</td>
                <td data-title="配置">
                  <span>
                    {flavor.gpu_type} × {flavor.gpu_num}
                    <small className={styles.small}>
                      {flavor.cpu} 核 {flavor.cpu_type} · {flavor.memory} GB · 数据盘 {flavor.data_disk} GB
                    </small>
                  </span>
                </td>
                <td data-title="计费">{ruleLabels[chargeRule]}</td>
                <td data-title="自动停止">
                  <TimeText at={autoStopTime} none="未设置" />
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </ScrollBox>
  )
}

type AvailableInstances = EndpointData<typeof activities.instance_available>

/** Loads the user's instances eligible for an activity; `retry` loads them again. */
function useAvailableInstances(wanted: ActivitySelection) {
  const [found, setFound] = useState<AvailableInstances>()
  const [error, setError] = useState<unknown>(null)
  const [asked, setAsked] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` asks again
  useEffect(() => {
    const asking = new AbortController()
    listActivityInstances(wanted, asking.signal).then(setFound, (failure) => asking.signal.aborted || setError(failure))
    return () => asking.abort()
  }, [wanted, asked])
  const retry = () => {
    setError(null)
    setAsked((times) => times + 1)
  }
  return { found, error, retry }
}

/** Dialog 参与活动实例 (requirements §2, §4): buys the period for an existing instance, or for a new one. */
export default function ActivityDialog({ wanted, onClose }: { wanted: ActivitySelection; onClose: () => void }) {
  const navigate = useNavigate()
  const dialog = useModal(onClose)
  const heading = useId()
  const { found, error, retry } = useAvailableInstances(wanted)
  const [chosen, setChosen] = useState<string | null>(null)
  const none = found?.instances.length === 0
  const instance = found?.instances.find(({ instance_name: instanceName }) => instanceName === chosen)

  return (
    <dialog ref={dialog} className={`${shared.dialog} ${shared.appear} ${styles.dialog}`} aria-labelledby={heading}>
      <DialogHead id={heading} title="参与活动实例" className={styles.head} onClose={onClose} />
      <p className={styles.lead}>
        {found?.available === false
          ? '这个活动只用于新建的实例。'
          : '选一台已有的实例，以活动价为它购买时长，数据和配置不变；也可以创建一台新的。'}
      </p>
      <div className={styles.rows} aria-busy={!found && !error}>
        <AsyncView data={found} error={error} onRetry={retry} errorTitle="实例没有加载出来" skeleton={<SkeletonRows rows={3} />}>
          {({ instances }) =>
            instances.length > 0 ? (
              <ActivityInstanceChoice instances={instances} chosen={chosen} onChoose={setChosen} />
            ) : (
              <EmptyState title="没有可以参与的实例" hint="活动产品的实例在运行中或已关机时可以参与。现在可以创建一台新的。" />
            )
          }
        </AsyncView>
      </div>
      <div className={styles.actions}>
        <button
          type="button"
          className={`${controls.button} ${none ? controls.primary : controls.plain} ${styles.create}`}
          onClick={() => void navigate(buildActivityCreatePath(wanted))}
        >
          创建新实例
        </button>
        <button type="button" className={`${controls.button} ${controls.quiet}`} onClick={onClose}>
          取消
        </button>
        <button
          type="button"
          className={`${controls.button} ${none ? controls.plain : controls.primary}`}
          disabled={!instance}
          onClick={() => instance && found && void navigate(buildActivityConfirmPath(wanted, found.available, instance))}
        >
          确定
        </button>
      </div>
    </dialog>
  )
}
