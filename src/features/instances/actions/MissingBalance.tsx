import type { Instance } from '#contract/instances.ts'
import { formatFenAsYuan, roundMicroUpToFen } from '#contract/money.ts'
import { computeAvailableYuan, computeMissingYuan, TopUp, useWallet } from '#src/features/wallet/shared.ts'
import { parsePriceMicro } from '#src/ui/catalogue/price.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'

/** How much is missing to boot: the balance must cover one hour of everything running and of this one (product §5). */
export function MissingBalance({ instance: { charge_rule: chargeRule, price_hour: priceHour } }: { instance: Instance }) {
  const { data: wallet } = useWallet()
  if (!wallet) return <TopUp />
  const own = chargeRule === 'hour' ? parsePriceMicro(priceHour) : 0n
  const required = formatFenAsYuan(roundMicroUpToFen(parsePriceMicro(wallet.burn_hour) + own))
  const missing = computeMissingYuan(required, computeAvailableYuan(wallet))
  return (
    <>
      开机要求余额够所有实例运行 1 小时，即 <YuanAmount amount={required} />
      {missing && (
        <>
          ，还差 <YuanAmount amount={missing} />
        </>
      )}
      。<TopUp amount={missing ?? undefined} />
    </>
  )
}
