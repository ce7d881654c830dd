import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { type Affiliate, AffiliateForm, type AffiliateFormValues } from '#src/wire/affiliates/affiliates.ts';

export function useAffiliateForm(affiliate: Affiliate | null) {
  return useForm<AffiliateFormValues>({
    resolver: zodResolver(AffiliateForm, undefined, { raw: true }),
    defaultValues: affiliate ? valuesOf(affiliate) : NEW,
  });
}

const NEW: AffiliateFormValues = {
  name: '',
  email: '',
  commissionRate: '10',
  couponCode: '',
  isAffiliate: true,
  isActive: true,
};

function valuesOf({ name, email, commissionRate, couponCode, isActive }: Affiliate): AffiliateFormValues {
  const rate = commissionRate.toLocaleString('pt-BR', { useGrouping: false, maximumFractionDigits: 2 });
  return { name, email, commissionRate: rate, couponCode, isAffiliate: true, isActive };
}
