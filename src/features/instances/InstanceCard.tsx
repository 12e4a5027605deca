import { Link } from 'react-router-dom'
import type { Instance } from '#contract/instances.ts'
import { paths } from '#src/paths.ts'
import { Yuan } from '#src/ui/YuanAmount.tsx'
import { QuickWays } from './access/QuickAccess.tsx'
import { PullBar } from './ImagePullBar.tsx'
import { Charge } from './InstanceBilling.tsx'
import styles from './InstanceCard.module.css'
import { InstanceId } from './InstanceId.tsx'
import { Where } from './InstanceRegion.tsx'
import { InstanceState } from './InstanceState.tsx'
import { gpuText, machineText } from './instance-text.ts'
import { TwoLines } from './TwoLines.tsx'
import { WaitingMark } from './WaitingMark.tsx'

/** An instance on a phone: what it is and how it is, then what it costs. */
export function InstanceCard({ instance }: { instance: Instance }) {
  const { id, nick_name, flavor, image, cost, pull } = instance
  return (
    <div className={styles.card}>
      <div className={styles.head}>
        <h2>
          <Link to={paths.container_instance(id)}>{nick_name}</Link>
        </h2>
        <InstanceState instance={instance} inline />
      </div>
      <WaitingMark instance={instance} />
      {pull && <PullBar pull={pull} brief />}
      <InstanceId id={id} />
      <QuickWays instance={instance} />
      <TwoLines below={machineText(flavor)}>{gpuText(flavor)}</TwoLines>
      <span className={styles.where}>
        {image} · <Where instance={instance} />
      </span>
      <div className={styles.money}>
        <Charge instance={instance} />
        <span className={styles.cost}>
          至今 <Yuan amount={cost} as="price" />
        </span>
      </div>
    </div>
  )
}
