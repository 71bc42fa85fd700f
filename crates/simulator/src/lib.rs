//! Monte Carlo at the speed of the hardware: compiled rules and strategies, mergeable integer results.
