import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Instance } from '#contract/instances.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { paths } from '#src/paths.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import styles from './money.module.css'

/** Panel about the instance with its name and specs; `children` are more pairs of `dt` and `dd`. */
export function InstancePanel({ instance, children }: { instance: Instance; children: ReactNode }) {
  const { flavor } = instance
  return (
    <PagePanel title="实例" extra={<StatusTag status={instance.status} />}>
      <dl className={styles.instance}>
        <dt>名称</dt>
        <dd>
          <Link to={paths.containerInstance(instance.id)}>{instance.nick_name}</Link>
        </dd>
        <dt>配置</dt>
        <dd>
          {flavor.gpu_type} × {flavor.gpu_num}，{flavor.cpu} 核 {flavor.memory} GB，数据盘 {flavor.data_disk} GB
        </dd>
        {children}
      </dl>
    </PagePanel>
  )
}
