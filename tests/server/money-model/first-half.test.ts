import { defineMoneyModelHalf } from '#tests/server/money-model/model-half.ts'

defineMoneyModelHalf(0)
