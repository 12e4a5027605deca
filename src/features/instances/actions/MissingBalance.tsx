import type { Instance } from '#contract/instances.ts'
import { fenOfMicro, yuanOfFen } from '#contract/money.ts'
import { availableYuan, missingYuan } from '#src/features/wallet/amounts.ts'
import { useWallet } from '#src/features/wallet/recharge/use-wallet.ts'
import { TopUp } from '#src/features/wallet/TopUp.tsx'
import { microOfYuan } from '#src/ui/catalogue/price.ts'
import { Yuan } from '#src/ui/YuanAmount.tsx'

/** How much is missing to boot: the balance must cover one hour of everything running and of this one (product §5). */
export function LackOfMoney({ instance: { charge_rule, price_hour } }: { instance: Instance }) {
  const { data: wallet } = useWallet()
  if (!wallet) return <TopUp />
  const own = charge_rule === 'hour' ? microOfYuan(price_hour) : 0n
  const required = yuanOfFen(fenOfMicro(microOfYuan(wallet.burn_hour) + own))
  const missing = missingYuan(required, availableYuan(wallet))
  return (
    <>
      开机要求余额够所有实例运行 1 小时，即 <Yuan amount={required} />
      {missing && (
        <>
          ，还差 <Yuan amount={missing} />
        </>
      )}
      。<TopUp amount={missing ?? undefined} />
    </>
  )
}
