import { Button } from 'antd'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { Yuan } from '#src/kit/Yuan.tsx'
import { paths } from '#src/paths.ts'
import { Panel } from '../layout/Panel.tsx'
import styles from './MoneyPage.module.css'

interface Props {
  title: string
  orders: readonly Order[]
  /** What an order has changed. */
  noteOf?: (order: Order) => string | undefined
  /** What went back to the balance. */
  back?: string
  /** The instance, where it was one. */
  id?: string | undefined
  children?: ReactNode
}

const nothing = '0.00'

/** What was ordered, with the ways to the order and back to the instance. */
export function Outcome({ title, orders, noteOf, back = nothing, id, children }: Props) {
  const navigate = useNavigate()
  const words = useRef<HTMLDivElement>(null)
  useEffect(() => words.current?.focus(), [])
  return (
    <Panel title={title}>
      <div ref={words} tabIndex={-1} role="status" className={styles.said}>
        <ul className={styles.lines}>
          {orders.map((order) => (
            <li key={order.id}>
              <Icon name="check" className={styles.done} />
              <span>
                <Link to={paths.my_order(order.id)}>{order.title}</Link>
                {noteOf?.(order) && <small>{noteOf(order)}</small>}
                <small>订单 {order.id}</small>
              </span>
              {(order.amount !== nothing || back === nothing) && <Yuan amount={order.amount} />}
            </li>
          ))}
          {back !== nothing && (
            <li>
              <span>退回余额</span>
              <Yuan amount={back} as="flow" />
            </li>
          )}
        </ul>
        {children}
      </div>
      <div className={styles.next}>
        <Button type="primary" onClick={() => void navigate(id ? paths.container_instance(id) : paths.container_instances)}>
          {id ? '返回实例' : '返回实例列表'}
        </Button>
        <Button onClick={() => void navigate(paths.income_detail)}>查看收支明细</Button>
      </div>
    </Panel>
  )
}
