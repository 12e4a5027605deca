import { useId } from 'react'
import type { ActivityInstance } from '#contract/activities.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import styles from './ActivityInstanceChoice.module.css'

const ruleLabels = { hour: '按量计费', day: '包日', week: '包周' } as const satisfies Record<
  ActivityInstance['charge_rule'],
  string
>

interface Props {
  instances: readonly ActivityInstance[]
  chosen: string | null
  onChoose: (instanceName: string) => void
}

/** One of the own instances: radio buttons in a table, which becomes cards on a phone. */
export function ActivityInstanceChoice({ instances, chosen, onChoose }: Props) {
  const group = useId()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={styles.scroll} tabIndex={0} aria-label="可以参与的实例">
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
    </section>
  )
}
