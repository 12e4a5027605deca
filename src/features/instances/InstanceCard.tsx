import { Link } from 'react-router-dom'
import type { Instance } from '#contract/instances.ts'
import { paths } from '#src/paths.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import { QuickAccess } from './access/QuickAccess.tsx'
import { ImagePullBar } from './ImagePullBar.tsx'
import { InstanceBilling } from './InstanceBilling.tsx'
import styles from './InstanceCard.module.css'
import { InstanceId } from './InstanceId.tsx'
import { InstanceRegion } from './InstanceRegion.tsx'
import { InstanceState } from './InstanceState.tsx'
import { formatGpu, formatMachine } from './instance-text.ts'
import { TwoLines } from './TwoLines.tsx'
import { WaitingMark } from './WaitingMark.tsx'

/** An instance on a phone: what it is and how it is, then what it costs. */
export function InstanceCard({ instance }: { instance: Instance }) {
  const { id, nick_name: nickName, flavor, image, cost, pull } = instance
  return (
    <div className={styles.card}>
      <div className={styles.head}>
        <h2>
          <Link to={paths.containerInstance(id)}>{nickName}</Link>
        </h2>
        <InstanceState instance={instance} inline />
      </div>
      <WaitingMark instance={instance} />
      {pull && <ImagePullBar pull={pull} brief />}
      <InstanceId id={id} />
      <QuickAccess instance={instance} />
      <TwoLines below={formatMachine(flavor)}>{formatGpu(flavor)}</TwoLines>
      <span className={styles.where}>
        {image} · <InstanceRegion instance={instance} />
      </span>
      <div className={styles.money}>
        <InstanceBilling instance={instance} />
        <span className={styles.cost}>
          至今 <YuanAmount amount={cost} as="price" />
        </span>
      </div>
    </div>
  )
}
