import type { ReactNode } from 'react'
import styles from './Coupons.module.css'

/** A second line under the name. */
export const CouponSubline = ({ children }: { children: ReactNode }) => <div className={styles.below}>{children}</div>
