//! Runs a kernel as code for the widest vectors that the machine has.

/// Work that is worth compiling for wide vectors. `run` must be inlined always, or it is not.
pub(crate) trait Kernel {
    fn run(self);
}

/// Runs the kernel, compiled for AVX-512, for AVX2, or for any machine. The results are the same.
pub(crate) fn run_widest(kernel: impl Kernel) {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,bmi1,bmi2")]
        fn with_avx512(kernel: impl Kernel) {
            kernel.run();
        }
        #[target_feature(enable = "avx2,bmi1,bmi2")]
        fn with_avx2(kernel: impl Kernel) {
            kernel.run();
        }
        let bits = is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("bmi2");
        if bits
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512dq")
        {
            // SAFETY: every feature that `with_avx512` is compiled with has just been detected.
            #[expect(unsafe_code, reason = "there is no other way to call code for detected features")]
            return unsafe { with_avx512(kernel) };
        }
        if bits && is_x86_feature_detected!("avx2") {
            // SAFETY: every feature that `with_avx2` is compiled with has just been detected.
            #[expect(unsafe_code, reason = "there is no other way to call code for detected features")]
            return unsafe { with_avx2(kernel) };
        }
    }
    kernel.run();
}
