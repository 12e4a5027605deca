import { useId } from 'react'
import type { ActivityInstance } from '#contract/activities.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import styles from './ActivityInstanceChoice.module.css'

const rule_words = { hour: '按量计费', day: '包日', week: '包周' } as const satisfies Record<
  ActivityInstance['charge_rule'],
  string
>

interface Props {
  instances: readonly ActivityInstance[]
  chosen: string | null
  onChoose: (instance_name: string) => void
}

/** One of the own instances: radio buttons in a table, which becomes cards on a phone. */
export function InstanceChoice({ instances, chosen, onChoose }: Props) {
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
          {instances.map(({ instance_name, nick_name, status, image, flavor, charge_rule, auto_stop_time }) => (
            <tr key={instance_name} className={styles.row} data-chosen={instance_name === chosen}>
              <td>
                <label className={styles.name}>
                  <input
                    type="radio"
                    name={group}
                    value={instance_name}
                    checked={instance_name === chosen}
                    onChange={() => onChoose(instance_name)}
                  />
                  <span>
                    {nick_name}
                    <small className={styles.id}>{instance_name}</small>
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
              <td data-title="计费">{rule_words[charge_rule]}</td>
              <td data-title="自动停止">
                <TimeText at={auto_stop_time} none="未设置" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
