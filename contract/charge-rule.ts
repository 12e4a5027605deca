import { z } from 'zod'

/** How an instance is paid: by usage, or prepaid by days or weeks. */
export const ChargeRule = z.enum(['hour', 'day', 'week'])
export type ChargeRule = z.infer<typeof ChargeRule>
export const chargeRules = { hour: '按量计费', day: '包日', week: '包周' } as const satisfies Record<ChargeRule, string>

/** requirements §9 "Price units": the wire carries this number next to the unit's name. */
export const priceUnits = { hour: 1, day: 2, week: 3 } as const satisfies Record<ChargeRule, number>
export const PriceUnit = z
  .literal(Object.values(priceUnits), { error: '计价单位为 1（小时）、2（天）或 3（周）' })
  .meta({ id: 'PriceUnit', description: '计价单位：1 小时，2 天，3 周；与 charge_rule（hour、day、week）同义' })

/** Response fields that carry a price unit: its name and its number. */
export const priceUnitFields = { charge_rule: ChargeRule, price_unit: PriceUnit }
export const presentPriceUnit = (chargeRule: ChargeRule) => ({ charge_rule: chargeRule, price_unit: priceUnits[chargeRule] })

type PriceUnitInput = { charge_rule?: ChargeRule | undefined; price_unit?: z.output<typeof PriceUnit> | undefined }
const findChargeRule = ({ charge_rule: chargeRule, price_unit: priceUnit }: PriceUnitInput): ChargeRule | undefined =>
  chargeRule ?? ChargeRule.options.find((rule) => priceUnits[rule] === priceUnit)

/** Lets a form give the price unit by number or by name; the parsed form contains only the name. */
export function acceptPriceUnit<Form extends z.ZodObject<{ charge_rule: z.ZodType<ChargeRule, ChargeRule> }>>(form: Form) {
  const rule = form.shape.charge_rule
  const either = form
    .extend({ charge_rule: rule.optional(), price_unit: PriceUnit.optional() })
    .superRefine((sent: PriceUnitInput, ctx) => {
      const refuse = (path: keyof PriceUnitInput, message: string) => ctx.addIssue({ code: 'custom', path: [path], message })
      const word = findChargeRule(sent)
      if (word === undefined) refuse('charge_rule', '请选择计费方式')
      else if (!rule.safeParse(word).success) refuse('price_unit', '这里只能按天或按周购买，计价单位为 2 或 3')
      else if (sent.price_unit !== undefined && priceUnits[word] !== sent.price_unit)
        refuse('price_unit', '计价单位与计费方式不一致，只写其中一个即可')
    })
    .transform(({ price_unit: priceUnit, ...rest }: PriceUnitInput) => ({
      ...rest,
      charge_rule: findChargeRule({ ...rest, price_unit: priceUnit }),
    }))
  type Sent = Omit<z.input<Form>, 'charge_rule'> & {
    charge_rule?: z.input<Form>['charge_rule']
    price_unit?: z.input<typeof PriceUnit>
  }
  // the compiler loses the other fields of a generic form
  return either as unknown as z.ZodType<z.output<Form>, Sent>
}
